import { replaceName, type Mapping } from './mapping.ts';

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
