/** The ad platforms that take rules, in the order in which they are shown. Stored figures name them. */
export const PLATFORM_IDS = ['google', 'meta', 'microsoft'] as const;

export type PlatformId = (typeof PLATFORM_IDS)[number];

/** All kinds of conditions with their names, in the order of the dropdown. A platform takes some of them. */
export const CONDITION_NAMES = {
  location: 'Location',
  device: 'Device',
  audience: 'Audience',
  age: 'Age',
  gender: 'Gender',
  'operating-system': 'Operating system',
  placement: 'Placement',
  'conversion-location': 'Conversion location',
  none: 'None of these',
} as const;

/** The kind of condition that an attribute is on an ad platform. */
export type ConditionKind = keyof typeof CONDITION_NAMES;

/** Keys of an object literal keep their order and have the names of its type. */
export const CONDITION_KINDS = Object.keys(CONDITION_NAMES) as ConditionKind[];

/** The connection with which the rules of each platform are read and written. */
export const RULE_CONNECTIONS = {
  google: {
    kind: 'google-rules',
    name: 'Google Ads (rules)',
    consentPage: 'https://myaccount.google.com/connections',
    accessLeft: "Google did not confirm that this site's access has ended",
  },
  meta: {
    kind: 'meta',
    name: 'Meta',
    consentPage: 'https://www.facebook.com/settings/?tab=business_tools',
    accessLeft: "Meta did not confirm that this site's access has ended",
  },
  microsoft: {
    kind: 'microsoft',
    name: 'Microsoft Advertising',
    consentPage: 'https://account.live.com/consent/Manage',
    accessLeft: "Only you can end this site's access at Microsoft",
  },
} as const satisfies Record<PlatformId, RuleConnection>;

interface RuleConnection {
  kind: string;
  /** Its name in texts: '{name} is connected.' */
  name: string;
  /** The page of the service where its users see which sites have a right, and end it. */
  consentPage: string;
  /** Begins the sentence where it is not certain that a right has ended. */
  accessLeft: string;
}

export type RuleKind = (typeof RULE_CONNECTIONS)[PlatformId]['kind'];

/** The kinds of connections that write rules, in the order of the platforms. */
export const RULE_KINDS: readonly RuleKind[] = PLATFORM_IDS.map((id) => RULE_CONNECTIONS[id].kind);
