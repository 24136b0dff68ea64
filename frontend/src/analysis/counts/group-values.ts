import { BLANK_LABEL, OUT_OF_RANGE_LABEL } from '../columns/columns.ts';
import { type Mapping, type ListedValue, replaceName } from './mapping.ts';
import { OTHER_LABEL } from '../constants.ts';

/** Texts that stand for 'no answer', in lower case, as forms and exports write them (2026-11-22). */
const PLACEHOLDERS = new Set(
  (
    'select | select one | please select | select... | -select- | --select-- | - select - | choose | n/a | ' +
    'n.a. | n/a. | #n/a | na | nan | null | (null) | <null> | nil | undefined | [object object] | not set | ' +
    '(not set) | not provided | (not provided) | not available | not specified | not given | unknown | ' +
    '(unknown) | unspecified | no answer | no response | tbd | empty | (empty) | (none) | ' +
    '- | -- | --- | ---- | – | — | . | .. | ... | ? | ?? | ??? | _'
  ).split(' | '),
);

/** In a list of codes of two letters 'NA' is Namibia, or North America. */
const CODE = /^[A-Za-z]{2}$/;

/**
 * The values of a column that stand for 'no answer', in the given order. 'NA' is none where at least half of the other
 * values are codes of two letters. 'None', 'Other' and 'Prefer not to say' are answers.
 * Example: 'Mumbai', 'Select', '--', '': 'Select' and '--'.
 *
 * @param values distinct raw values, '' = blank
 */
export function findPlaceholders(values: readonly string[]): string[] {
  const found = values.filter((value) => PLACEHOLDERS.has(value.trim().toLowerCase()));
  if (!found.some(isNa)) return found;
  const others = values.filter((value) => value !== '' && !isNa(value));
  const codes = others.filter((value) => CODE.test(value)).length;
  return codes > 0 && 2 * codes >= others.length ? found.filter((value) => !isNa(value)) : found;
}

function isNa(value: string): boolean {
  return value.toLowerCase() === 'na';
}

/** The mapping with placeholders counted as '(Blank)'. A placeholder that the visitor has renamed keeps its name. */
export function blankPlaceholders(placeholders: readonly string[], mapping: Mapping | undefined): Mapping {
  const blanked = new Map(mapping);
  for (const value of placeholders) if (!blanked.has(value)) blanked.set(value, BLANK_LABEL);
  return blanked;
}

/** The mapping without the entries of `blankPlaceholders`. */
export function restorePlaceholders(placeholders: readonly string[], mapping: Mapping): Mapping {
  const restored = new Map(mapping);
  for (const value of placeholders) if (restored.get(value) === BLANK_LABEL) restored.delete(value);
  return restored;
}

/** Segments of a column that have few leads each. */
interface RareValues {
  /** Their values before mapping. */
  values: readonly string[];
  /** How many segments they are. */
  segments: number;
  leads: number;
}

const NEVER_RARE = new Set([BLANK_LABEL, OUT_OF_RANGE_LABEL, OTHER_LABEL]);

/**
 * The segments with fewer leads than `least`, after mapping. '(Blank)', '(Out of range)' and 'Other' are never rare. Null
 * where merging would change nothing: without such a segment, or with one and no 'Other' to join.
 * Example: Google 90, Bing 12, Yahoo 3, least 30: Bing and Yahoo, 2 segments of 15 leads.
 */
export function findRareValues(
  listed: readonly ListedValue[],
  mapping: Mapping,
  least: number,
): RareValues | null {
  const leadsByName = new Map<string, number>();
  const nameOf = ({ value }: ListedValue) => replaceName(value, mapping);
  for (const item of listed) leadsByName.set(nameOf(item), (leadsByName.get(nameOf(item)) ?? 0) + item.leads);
  const rare = new Set(
    [...leadsByName].flatMap(([name, leads]) => (leads < least && !NEVER_RARE.has(name) ? [name] : [])),
  );
  if (rare.size === 0 || (rare.size === 1 && !leadsByName.has(OTHER_LABEL))) return null;
  const merged = listed.filter((item) => rare.has(nameOf(item)));
  return {
    values: merged.map(({ value }) => value),
    segments: rare.size,
    leads: merged.reduce((sum, { leads }) => sum + leads, 0),
  };
}

/** The mapping with the names that merged values had before; a value that was renamed since keeps its name. */
export function restoreRareValues(merged: readonly string[], before: Mapping, mapping: Mapping): Mapping {
  const restored = new Map(mapping);
  for (const value of merged) {
    if (restored.get(value) !== OTHER_LABEL) continue;
    const name = before.get(value);
    if (name === undefined) restored.delete(value);
    else restored.set(value, name);
  }
  return restored;
}

/** The mapping with all rare values named 'Other'. */
export function mergeRareValues({ values }: RareValues, mapping: Mapping): Mapping {
  return new Map([...mapping, ...values.map((value) => [value, OTHER_LABEL] as const)]);
}

/** A name without capitals and spaces. Names that differ in nothing else have the same key. */
export function spellingKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s/g, '');
}

/** Sets of values that differ only by capitals or spaces. The order of `values` is kept: most leads first. */
export function findSpellings(values: readonly string[], keys: readonly string[]): string[][] {
  const firstByKey = new Map<string, string>();
  const sets = new Map<string, string[]>();
  values.forEach((value, index) => {
    const key = keys[index] ?? '';
    const first = firstByKey.get(key);
    if (first === undefined) firstByKey.set(key, value);
    else {
      const set = sets.get(key) ?? [first];
      set.push(value);
      sets.set(key, set);
    }
  });
  return [...sets.values()];
}

/** Fields with more values take too long to compare while the page waits. */
const MAX_COMPARED_VALUES = 10_000;

/**
 * The other spellings of each value that has some, among the values of its field. None where a field has more than 10,000
 * values. Example: 'Google', 'google', 'Bing': 'Google' has 'google', and 'google' has 'Google'.
 */
export function findOtherSpellings(values: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const sets = values.length > MAX_COMPARED_VALUES ? [] : findSpellings(values, values.map(spellingKey));
  return new Map(
    sets.flatMap((set) => set.map((value) => [value, set.filter((other) => other !== value)] as const)),
  );
}

/** Values that could be grouped, and the name for them: that of the spelling with most leads. */
export interface SpellingSuggestion {
  name: string;
  values: readonly string[];
}

/** A suggestion for each set that is still more than one segment. */
export function suggestSpellings(
  sets: readonly (readonly string[])[],
  mapping: Mapping,
): SpellingSuggestion[] {
  const nameOf = (value: string) => replaceName(value, mapping);
  return sets.flatMap((values) => {
    const [first = '', ...others] = values;
    const name = nameOf(first);
    return others.every((value) => nameOf(value) === name) ? [] : [{ name, values }];
  });
}

/** The mapping after the suggestions are applied. */
export function groupSpellings(suggestions: readonly SpellingSuggestion[], mapping: Mapping): Mapping {
  const grouped = new Map(mapping);
  for (const { name, values } of suggestions)
    for (const value of values) {
      if (value === name) grouped.delete(value);
      else grouped.set(value, name);
    }
  return grouped;
}
