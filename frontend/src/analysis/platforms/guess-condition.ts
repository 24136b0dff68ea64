import { fitsMost } from '../columns/number-format.ts';
import { headerText } from '../columns/words.ts';
import type { ConditionKind } from '#contract/platforms.ts';
import { placementsOf } from './meta/meta-placements.ts';
import type { ApplyChoices } from './apply-choices.ts';
import type { PlanChoices } from './candidates.ts';
import { isRemainder, nameGender, nameSystem, deviceOf, nameOnPlatform } from './platform.ts';
import { listPlatformsTaking } from './platforms.ts';

/** Words in the names of columns, the more specific first: a 'conversion location' is no location. */
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

/** `\b` would treat 'â' as the end of a word. */
const NAME_PATTERNS = NAME_WORDS.map(
  ([kind, words]) => [kind, new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'u')] as const,
);

const OTHER_SYSTEMS = /\b(windows|mac ?os|os x|linux|chrome ?os|ubuntu)\b/;

const US_STATES =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC'.split(
    ' ',
  );
const STATE_NAMES =
  'alabama alaska arizona arkansas california carolina colorado connecticut dakota delaware florida georgia hampshire hawaii idaho illinois indiana iowa jersey kansas kentucky louisiana maine maryland massachusetts mexico michigan minnesota mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia washington wisconsin wyoming york'.split(
    ' ',
  );

/** The kind of an attribute is recognised by this many of its values. */
export const MAX_VALUES_READ = 200;

/**
 * A guess at what an attribute is: by the words of its name, else by its values, of which at least 80% must be names of
 * one kind. It reads English and a few German, French and Spanish names, and the first 200 values. Ages are the exception:
 * each value must be one that a platform takes, whatever the name, since 1-10 and 11-50 may count employees.
 * A column 'platform' with the codes of Meta's exports is a placement.
 * Examples: 'Home State' is a location; 'Platform' with 'Mobile' and 'Desktop' is a device; 'Source' is none of these.
 */
export function guessCondition(name: string, values: readonly string[]): ConditionKind {
  const words = headerText(name);
  const known = values.filter((value) => !isRemainder(value));
  const named = NAME_PATTERNS.find(([, pattern]) => pattern.test(words))?.[0];
  if (words === 'platform' && known.length > 0 && known.every((value) => placementsOf(value) !== null))
    return 'placement';
  const areAges = known.every(isAge);
  if (named && (named !== 'age' || areAges)) return named;
  if (areAges && known.length > 0) return 'age';
  const read = known.slice(0, MAX_VALUES_READ);
  const isMostly = (holds: (value: string) => boolean) => fitsMost(read.filter(holds).length, read.length);
  const found = VALUE_TESTS.find(([, holds]) => isMostly(holds));
  return found?.[0] ?? 'none';
}

/** The choices as plans take them: a field without a chosen kind has the guessed one. */
export function planChoicesOf(
  fields: readonly { name: string; values: readonly string[] }[],
  { kinds, includesTests, isSpecialOffer }: Pick<ApplyChoices, 'kinds' | 'includesTests' | 'isSpecialOffer'>,
): PlanChoices {
  return {
    kinds: fields.map(({ name, values }, field) => kinds[field] ?? guessCondition(name, values)),
    includesTests,
    isSpecialOffer,
  };
}

const VALUE_TESTS: readonly [ConditionKind, (value: string) => boolean][] = [
  ['gender', (value) => nameGender(value) !== null],
  ['operating-system', (value) => nameSystem(value) !== null || OTHER_SYSTEMS.test(value.toLowerCase())],
  ['device', (value) => deviceOf(value) !== null],
  ['location', isLocation],
];

function isAge(value: string): boolean {
  return listPlatformsTaking('age').some((platform) => nameOnPlatform(platform, 'age', value) !== null);
}

let regions: { codes: ReadonlySet<string>; names: ReadonlySet<string> } | undefined;

/** A state of the US, or a country by its code or English name. */
function isLocation(value: string): boolean {
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
