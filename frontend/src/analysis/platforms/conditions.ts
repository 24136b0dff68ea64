import { BLANK_LABEL, OUT_OF_RANGE_LABEL } from '../columns/columns.ts';
import { OTHER_LABEL } from '../constants.ts';
import { fitsMost } from '../columns/number-format.ts';
import { headerText } from '../columns/status-guess.ts';
import { LIMITS, PLATFORMS, type Platform } from './limits.ts';

/** What an attribute is to an ad platform. */
export type ConditionKind =
  | 'location'
  | 'device'
  | 'audience'
  | 'age'
  | 'gender'
  | 'operating-system'
  | 'placement'
  | 'conversion-location'
  | 'none';

/** All kinds with their names, in the order of the dropdown. */
export const CONDITION_NAMES: Readonly<Record<ConditionKind, string>> = {
  location: 'Location',
  device: 'Device',
  audience: 'Audience',
  age: 'Age',
  gender: 'Gender',
  'operating-system': 'Operating system',
  placement: 'Placement',
  'conversion-location': 'Conversion location',
  none: 'None of these',
};

/** Keys of an object literal keep their order and have the names of its type. */
export const CONDITION_KINDS = Object.keys(CONDITION_NAMES) as ConditionKind[];

/** Words of column names, the more special ones first: a 'conversion location' is no location. */
const NAME_WORDS: readonly [ConditionKind, string][] = [
  ['conversion-location', 'conversion location'],
  ['placement', 'placement'],
  ['operating-system', 'os|operating system|betriebssystem'],
  ['device', 'device|gerät|appareil|dispositivo'],
  ['gender', 'gender|sex|geschlecht|genre|género'],
  ['age', 'age|alter|âge|edad'],
  ['audience', 'audience|audiences|remarketing|zielgruppe|user list'],
  [
    'location',
    'location|country|state|city|region|province|county|zip|zipcode|postal code|postcode|metro|dma|bundesland|land|stadt|plz|pays|ville|país|ciudad',
  ],
];

/** \b would take 'â' for the end of a word. */
const NAME_PATTERNS = NAME_WORDS.map(
  ([kind, words]) => [kind, new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'u')] as const,
);

const DEVICE_PATTERNS: readonly [Device, RegExp][] = [
  ['tablet', /tablet|ipad/],
  ['mobile', /mobile|phone|handy|smartphone|^cell/],
  ['desktop', /desktop|computer|laptop|notebook|^(pc|mac)$/],
];
type Device = 'mobile' | 'tablet' | 'desktop';

/** The names of the devices on each platform's page. Meta tells desktop from mobile only. */
const DEVICE_NAMES: Readonly<Record<Platform, Readonly<Partial<Record<Device, string>>>>> = {
  google: { mobile: 'Mobile phones', tablet: 'Tablets', desktop: 'Computers' },
  meta: { mobile: 'Mobile', desktop: 'Desktop' },
  microsoft: { mobile: 'Smartphones', tablet: 'Tablets', desktop: 'Computers' },
};

const GENDER_PATTERNS: readonly [string, RegExp][] = [
  ['Women', /^(f|female|woman|women|frau|weiblich)$/],
  ['Men', /^(m|male|man|men|mann|männlich)$/],
];

const SYSTEM_PATTERNS: readonly [string, RegExp][] = [
  ['iOS', /\b(ios|ipados|iphone)\b/],
  ['Android', /\bandroid\b/],
];
const OTHER_SYSTEMS = /\b(windows|mac ?os|os x|linux|chrome ?os|ubuntu)\b/;

const AGE_RANGE = /^(\d{1,2}\s?[-–—]\s?\d{2,3}|\d{2}\s?\+|under \d{2}|over \d{2})$/;

const US_STATES =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC'.split(
    ' ',
  );
const STATE_NAMES =
  'alabama alaska arizona arkansas california carolina colorado connecticut dakota delaware florida georgia hampshire hawaii idaho illinois indiana iowa jersey kansas kentucky louisiana maine maryland massachusetts mexico michigan minnesota mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia washington wisconsin wyoming york'.split(
    ' ',
  );

/** Enough values to tell what a column holds. */
const MAX_VALUES_READ = 200;

const REMAINDERS: readonly string[] = [BLANK_LABEL, OUT_OF_RANGE_LABEL, OTHER_LABEL];

/**
 * A guess at what an attribute is: by the words of its name, else by its values, of which at least 80% must be names of
 * one kind. It reads English and a few German, French and Spanish names, and the first 200 values.
 * Examples: 'Home State' is a location; 'Platform' with 'Mobile' and 'Desktop' is a device; 'Source' is none of these.
 */
export function guessCondition(name: string, values: readonly string[]): ConditionKind {
  const words = headerText(name);
  const named = NAME_PATTERNS.find(([, pattern]) => pattern.test(words));
  if (named) return named[0];
  const read = values.filter((value) => !REMAINDERS.includes(value)).slice(0, MAX_VALUES_READ);
  const isMostly = (holds: (value: string) => boolean) => fitsMost(read.filter(holds).length, read.length);
  const found = VALUE_TESTS.find(([, holds]) => isMostly(holds));
  return found?.[0] ?? 'none';
}

const VALUE_TESTS: readonly [ConditionKind, (value: string) => boolean][] = [
  ['gender', (value) => matchName(GENDER_PATTERNS, value) !== null],
  ['age', (value) => AGE_RANGE.test(value.trim().toLowerCase())],
  [
    'operating-system',
    (value) => matchName(SYSTEM_PATTERNS, value) !== null || OTHER_SYSTEMS.test(value.toLowerCase()),
  ],
  ['device', (value) => matchName(DEVICE_PATTERNS, value) !== null],
  ['location', isPlace],
];

function matchName<Name>(patterns: readonly [Name, RegExp][], value: string): Name | null {
  const text = value.trim().toLowerCase();
  return patterns.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

let regions: { codes: ReadonlySet<string>; names: ReadonlySet<string> } | undefined;

/** A state of the US, or a country by its code or English name. */
function isPlace(value: string): boolean {
  const text = value.trim();
  regions ??= listRegions();
  return (
    US_STATES.includes(text) ||
    regions.codes.has(text) ||
    regions.names.has(text.toLowerCase()) ||
    STATE_NAMES.includes(text.toLowerCase().replace(/^(north|south|west|new) /, ''))
  );
}

const CODE_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Country codes and the English names that the language itself has for them. */
function listRegions() {
  const display = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const codes = new Set<string>();
  const names = new Set<string>(['usa', 'uk']);
  for (const first of CODE_LETTERS) {
    for (const second of CODE_LETTERS) {
      const name = display.of(first + second);
      if (name === undefined) continue;
      codes.add(first + second);
      names.add(name.toLowerCase());
    }
  }
  return { codes, names };
}

/**
 * The value as a platform names it; null where the platform has no such value: blank, out of range and merged values, and
 * devices, genders and operating systems that it does not know. Places, ages, audiences and placements are looked up by
 * their own names.
 * Examples: a 'Smartphone' is 'Mobile phones' with Google; 'Smart TV' is null.
 */
export function nameOnPlatform(platform: Platform, kind: ConditionKind, value: string): string | null {
  if (kind === 'none' || REMAINDERS.includes(value)) return null;
  switch (kind) {
    case 'device': {
      const device = matchName(DEVICE_PATTERNS, value);
      return device && (DEVICE_NAMES[platform][device] ?? null);
    }
    case 'gender':
      return matchName(GENDER_PATTERNS, value);
    case 'operating-system':
      return matchName(SYSTEM_PATTERNS, value);
    case 'location':
    case 'audience':
    case 'age':
    case 'placement':
    case 'conversion-location':
      return value;
  }
}

/** A way from a finding to what a platform bids. */
export interface Road {
  road: 'rule' | 'upload' | 'form';
  name: string;
  isOpen: boolean;
  /** One line. */
  reason: string;
}

/** The roads that an attribute of this kind can take, each with its reason. */
export function listRoads(kind: ConditionKind): readonly Road[] {
  return [
    ruleRoad(kind),
    {
      road: 'upload',
      name: 'Value per lead, uploaded',
      isOpen: true,
      reason: 'Any attribute can: the value goes up with the click id of each lead.',
    },
    { road: 'form', name: 'Look-up at form submit', ...FORM_ROADS[kind] },
  ];
}

function ruleRoad(kind: ConditionKind): Road {
  const taking = PLATFORMS.filter((platform) => LIMITS[platform].conditions.includes(kind));
  const road = { road: 'rule', name: 'Rule condition' } as const;
  if (taking.length === 0)
    return { ...road, isOpen: false, reason: 'No platform takes such an attribute as a condition.' };
  const names = taking.map((platform) => LIMITS[platform].shortName);
  const last = names.pop() ?? '';
  const listed = names.length > 0 ? `${names.join(', ')} and ${last} take` : `Only ${last} takes`;
  return { ...road, isOpen: true, reason: `${listed} it as a condition.` };
}

const FORM_ROADS: Readonly<Record<ConditionKind, Pick<Road, 'isOpen' | 'reason'>>> = {
  location: { isOpen: true, reason: 'If the form asks for it.' },
  device: { isOpen: true, reason: 'The page knows the device.' },
  audience: { isOpen: false, reason: 'The form cannot see the lists of the ad platform.' },
  age: { isOpen: true, reason: 'If the form asks for it.' },
  gender: { isOpen: true, reason: 'If the form asks for it.' },
  'operating-system': { isOpen: true, reason: 'The page knows the operating system.' },
  placement: { isOpen: true, reason: 'If the address of the ad carries it to the page.' },
  'conversion-location': { isOpen: true, reason: 'Each place of conversion has a form of its own.' },
  none: { isOpen: true, reason: 'If the form asks for it, or a hidden field holds it.' },
};
