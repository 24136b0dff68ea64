import { BLANK_LABEL, OUT_OF_RANGE_LABEL } from './columns.ts';
import { OTHER_LABEL } from './constants.ts';
import type { ListedValue, Mapping } from './mapping.ts';
import { replaceName } from './mapping.ts';

/** Segments of a column that have few leads each. */
export interface RareValues {
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
