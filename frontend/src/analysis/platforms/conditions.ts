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

/** The ages that Ads Manager offers, by their first year; the last one is open. A rule may select several. */
const AGES = [18, 25, 35, 45, 55, 65];
const AGE_RANGE = /^(\d{2})\s?(?:[-–—]\s?(\d{2})|\+)$/;

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

/** Blank, out of range and merged values, which are no values of any platform. */
export function isRemainder(value: string): boolean {
  return REMAINDERS.includes(value);
}

/**
 * A guess at what an attribute is: by the words of its name, else by its values, of which at least 80% must be names of
 * one kind. It reads English and a few German, French and Spanish names, and the first 200 values. Ages are the exception:
 * each value must be one that Meta takes, whatever the name, since 1-10 and 11-50 may count employees.
 * Examples: 'Home State' is a location; 'Platform' with 'Mobile' and 'Desktop' is a device; 'Source' is none of these.
 */
export function guessCondition(name: string, values: readonly string[]): ConditionKind {
  const words = headerText(name);
  const known = values.filter((value) => !isRemainder(value));
  const named = NAME_PATTERNS.find(([, pattern]) => pattern.test(words))?.[0];
  const areAges = known.every((value) => nameAges(value) !== null);
  if (named && (named !== 'age' || areAges)) return named;
  if (areAges && known.length > 0) return 'age';
  const read = known.slice(0, MAX_VALUES_READ);
  const isMostly = (holds: (value: string) => boolean) => fitsMost(read.filter(holds).length, read.length);
  const found = VALUE_TESTS.find(([, holds]) => isMostly(holds));
  return found?.[0] ?? 'none';
}

const VALUE_TESTS: readonly [ConditionKind, (value: string) => boolean][] = [
  ['gender', (value) => matchName(GENDER_PATTERNS, value) !== null],
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

/**
 * The ages of Ads Manager that make up a value, as they are selected; null where they don't. Its other ranges, such as 18-26,
 * are taken by Meta's API only. A range up to 65 is refused there too.
 * Examples: '18 – 24' is '18-24'; '25-44' is '25-34, 35-44'; '55+' is '55-64, 65+'; '45-65' and '18-26' are null.
 */
function nameAges(value: string): string | null {
  const parts = AGE_RANGE.exec(value.trim());
  if (!parts) return null;
  const from = AGES.indexOf(Number(parts[1]));
  const to = parts[2] === undefined ? AGES.length : AGES.indexOf(Number(parts[2]) + 1);
  if (from === -1 || to <= from) return null;
  const selected = AGES.slice(from, to).map((first, at) => {
    const next = AGES[from + at + 1];
    return next === undefined ? `${first}+` : `${first}-${next - 1}`;
  });
  return selected.join(', ');
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
 * devices, genders, ages and operating systems that it does not know. Places, audiences and placements are looked up by
 * their own names.
 * Examples: a 'Smartphone' is 'Mobile phones' with Google; 'Smart TV' is null.
 */
export function nameOnPlatform(platform: Platform, kind: ConditionKind, value: string): string | null {
  if (kind === 'none' || isRemainder(value)) return null;
  switch (kind) {
    case 'device': {
      const device = matchName(DEVICE_PATTERNS, value);
      return device && (DEVICE_NAMES[platform][device] ?? null);
    }
    case 'gender':
      return matchName(GENDER_PATTERNS, value);
    case 'operating-system':
      return matchName(SYSTEM_PATTERNS, value);
    case 'age':
      return nameAges(value);
    case 'location':
    case 'audience':
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
      reason: 'Works for any attribute: the value is uploaded with each lead.',
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
