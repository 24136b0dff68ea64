import { createRangeFinder, rangeLabel, rangeOf, type Range } from './binning.ts';
import { BLANK_LABEL, OUT_OF_RANGE_LABEL, parseNumber, type CodedColumn } from './columns.ts';
import { pick } from './coding.ts';
import { parseNumbers } from './category-numbers.ts';
import { compareNames } from './names.ts';

/**
 * Replacement names by original name, the original as it stands after blanks and ranges.
 * A Map, so that '__proto__' is a name like any other.
 */
export type Mapping = ReadonlyMap<string, string>;

/** One attribute as chosen: its column, its name in results, its ranges if any, and its renamed values. */
export interface AttributePlan {
  column: number;
  field: string;
  ranges: readonly Range[] | null;
  mapping: Mapping;
}

/** All choices that the counts depend on. `qualified` holds trimmed status values, '(Blank)' for a blank. */
export interface Plan {
  statusColumn: number;
  qualified: ReadonlySet<string>;
  attributes: readonly AttributePlan[];
}

/**
 * The value that a raw cell stands for before mapping: trimmed; a blank becomes '(Blank)'; in a column with
 * ranges a number becomes its range's label or '(Out of range)', and text stays as it is.
 */
export function labelOf(rawValue: string, ranges: readonly Range[] | null): string {
  const value = rawValue.trim();
  if (value === '') return BLANK_LABEL;
  if (ranges === null || ranges.length === 0) return value;
  const number = parseNumber(value);
  if (number === null) return value;
  const range = ranges[rangeOf(number, ranges)];
  return range === undefined ? OUT_OF_RANGE_LABEL : rangeLabel(range);
}

/** The value that a name becomes. A replacement of spaces only is none, and no replacement is looked up twice. */
export function replaceName(name: string, mapping: Mapping): string {
  if (mapping.size === 0) return name;
  const replacement = mapping.get(name)?.trim() ?? '';
  return replacement === '' ? name : replacement;
}

/**
 * A raw column as the analysis sees it: cells labelled, then mapped. Values of one name are one category, also
 * where that name is another original value. Categories keep the order in which they first appear.
 */
export function foldColumn(column: CodedColumn, plan: AttributePlan): CodedColumn {
  const names = nameCategories(column.categories, plan);
  if (areDistinct(names, column.categories)) return { codes: column.codes, categories: names };
  const codeByName = new Map<string, number>();
  const folded = Uint32Array.from(names, (name) => {
    const code = codeByName.get(name) ?? codeByName.size;
    codeByName.set(name, code);
    return code;
  });
  return { codes: pick(folded, column.codes), categories: [...codeByName.keys()] };
}

/** The name of each raw category, as labelOf and the mapping give it; each range is named once. */
function nameCategories(categories: readonly string[], { ranges, mapping }: AttributePlan): string[] {
  if (ranges === null || ranges.length === 0) {
    return categories.map((category) => replaceName(labelOf(category, null), mapping));
  }
  const numbers = parseNumbers(categories);
  const findRange = createRangeFinder(ranges);
  const rangeNames = ranges.map((range) => replaceName(rangeLabel(range), mapping));
  const outOfRange = replaceName(OUT_OF_RANGE_LABEL, mapping);
  return categories.map((category, code) => {
    const number = numbers[code] ?? NaN;
    if (Number.isNaN(number)) return replaceName(labelOf(category, null), mapping);
    return rangeNames[findRange(number)] ?? outOfRange;
  });
}

/** Categories are distinct, and so are their names where only the blank has another: no need to look up all of them. */
function areDistinct(names: readonly string[], categories: readonly string[]): boolean {
  const isUnchanged = names.every((name, code) => name === (categories[code] || BLANK_LABEL));
  return (isUnchanged && !categories.includes(BLANK_LABEL)) || new Set(names).size === names.length;
}

/** A value before mapping, and how many leads have it. */
export interface ListedValue {
  value: string;
  leads: number;
}

/**
 * The values of an attribute before mapping: most leads first, equal counts by name, '(Blank)' and
 * '(Out of range)' last.
 *
 * @param categories distinct raw cells, '' = blank
 * @param leads leads per category
 */
export function listValues(
  categories: readonly string[],
  leads: Uint32Array,
  ranges: readonly Range[] | null,
): ListedValue[] {
  const leadsByName = new Map<string, number>();
  categories.forEach((category, code) => {
    const name = labelOf(category, ranges);
    leadsByName.set(name, (leadsByName.get(name) ?? 0) + (leads[code] ?? 0));
  });
  const listed = Array.from(leadsByName, ([value, count]) => ({ value, leads: count }));
  return listed.sort(
    (a, b) =>
      Number(isRemainder(a.value)) - Number(isRemainder(b.value)) ||
      b.leads - a.leads ||
      compareNames(a.value, b.value),
  );
}

function isRemainder(name: string): boolean {
  return name === BLANK_LABEL || name === OUT_OF_RANGE_LABEL;
}
