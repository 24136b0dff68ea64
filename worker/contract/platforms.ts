import { keysOf, recordOf } from './records.ts';

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

export const CONDITION_KINDS = keysOf(CONDITION_NAMES);

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

/** The rights that a user can give the site at other services, each by a consent of its own, in the order of `/connections`. */
export const CONNECTION_KINDS = ['sheets', 'google-values', ...RULE_KINDS] as const;

export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/** The kinds whose access token a thread of the browser may have, for a user's own connection. No other token leaves the Worker. */
export const BROWSER_KINDS = ['sheets', 'google-values'] as const satisfies readonly ConnectionKind[];

/**
 * The kinds that a team can connect: those with which the Worker itself reads and writes. Values are sent from a browser, with the
 * connection of whoever sends.
 */
export const TEAM_KINDS = ['sheets', ...RULE_KINDS] as const;

export type TeamKind = (typeof TEAM_KINDS)[number];

const byKind = <Value>(valueOf: (id: PlatformId) => Value) =>
  Object.fromEntries(PLATFORM_IDS.map((id) => [RULE_CONNECTIONS[id].kind, valueOf(id)])) as Record<
    RuleKind,
    Value
  >;

/** The name of each in texts: '{name} is connected.' */
export const CONNECTION_NAMES: Readonly<Record<ConnectionKind, string>> = {
  sheets: 'Google Sheets',
  'google-values': 'Google Ads (send values)',
  ...byKind((id) => RULE_CONNECTIONS[id].name),
};

/** The service behind each kind: one account there may stand behind several kinds. */
export const PLATFORM_OF: Readonly<Record<ConnectionKind, PlatformId>> = {
  sheets: 'google',
  'google-values': 'google',
  ...byKind((id) => id),
};

/** The sentence about a spreadsheet or ad account that the connection of a team does not serve. */
export function describeNamed(kind: ConnectionKind): string {
  const resources = kind === 'sheets' ? 'spreadsheets' : 'ad accounts';
  return `this team’s connection to ${CONNECTION_NAMES[kind]} serves only the ${resources} that an admin has named for it.`;
}

/** The page of each service where its users see which sites have a right, and end it. */
export const consentPageOf = (kind: ConnectionKind): string =>
  RULE_CONNECTIONS[PLATFORM_OF[kind]].consentPage;

/** The sentence about each service where it is not certain that a right has ended. */
export const ACCESS_LEFT: Readonly<Record<PlatformId, string>> = recordOf(
  PLATFORM_IDS,
  (id) => `${RULE_CONNECTIONS[id].accessLeft}: please remove it at ${RULE_CONNECTIONS[id].consentPage} too.`,
);

/** The sentences about several services. */
export const describeAccessLeft = (platforms: readonly PlatformId[]): string =>
  platforms.map((platform) => ACCESS_LEFT[platform]).join(' ');

/** The kinds in the value of `OFFERS_ATTRIBUTE`. */
export function readOffers(value: string | null): ConnectionKind[] {
  const words = value?.split(' ') ?? [];
  return CONNECTION_KINDS.filter((kind) => words.includes(kind));
}
