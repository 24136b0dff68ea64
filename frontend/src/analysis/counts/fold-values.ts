import { createRangeFinder, rangeLabel, type Range } from './binning.ts';
import { OUT_OF_RANGE_LABEL, parseNumbers, type CodedColumn } from '../columns/columns.ts';
import { gather } from './coding.ts';
import type { ReadNaming } from '../columns/dates.ts';
import { labelDates, labelOf, replaceName, type Mapping, type ValuesPlan } from './mapping.ts';
import { compareNames, sortNames } from '../columns/order.ts';

/** The values of a column in the results, by raw value. */
export interface Fold {
  /** Distinct names, in the order of compareNames. */
  names: readonly string[];
  /** Index of the name of each raw value. */
  codeOf: Uint32Array;
}

/**
 * The values of an attribute after blanks, ranges or dates, and mapping, without a look at any lead. After the first call for a
 * list of categories it takes linear time, since it sorts only new names. A fold that changes no name is the same
 * object each time. No categories: no names.
 * Example: 'b', '', 'a' with 'a' renamed to 'c': names 'b', 'c', '(Blank)' and codes 0, 2, 1.
 *
 * @param categories distinct raw cells, '' = blank
 */
export function foldValues(
  categories: readonly string[],
  { ranges, dates, mapping, numberFormat }: ValuesPlan,
): Fold {
  if (dates) return renameValues(foldDates(categories, dates), mapping);
  if (ranges !== null && ranges.length > 0)
    return foldNumbers(parseNumbers(categories, numberFormat), categories, { ranges, mapping });
  return renameValues(foldUnchanged(categories), mapping);
}

/**
 * How many names `foldValues` gives, without sorting them: sorting takes most of the time where there are very many. No
 * categories: 0.
 * Example: 'b', '', 'a' with 'a' renamed to 'b': 2, which are 'b' and '(Blank)'.
 *
 * @param categories distinct raw cells, '' = blank
 */
export function countNames(
  categories: readonly string[],
  { ranges, dates, mapping, numberFormat }: ValuesPlan,
): number {
  const names = dates
    ? labelDates(categories, dates)
    : categories.map((cell) => labelOf(cell, ranges, numberFormat));
  return new Set(names.map((name) => replaceName(name, mapping))).size;
}

/** The column with the values of `foldValues` as its categories. */
export function foldColumn({ codes, categories }: CodedColumn, plan: ValuesPlan): CodedColumn {
  const { names, codeOf } = foldValues(categories, plan);
  return { codes: gather(codeOf, codes), categories: names };
}

// Visitors change names and ranges again and again over the same categories, and sorting takes most of the time.
const unchanged = new WeakMap<readonly string[], Fold>();

/** The values of a column without ranges and mapping; sorted at the first call for a list of categories. */
export function foldUnchanged(categories: readonly string[]): Fold {
  const cached = unchanged.get(categories);
  if (cached) return cached;
  const fold = orderNames(categories.map((category) => labelOf(category, null)));
  unchanged.set(categories, fold);
  return fold;
}

const dated = new WeakMap<readonly string[], Map<string, Fold>>();

/** The values of a column of dates without mapping; read at the first call for a list of categories and a naming. */
function foldDates(categories: readonly string[], dates: ReadNaming): Fold {
  const folds = dated.get(categories) ?? new Map<string, Fold>();
  dated.set(categories, folds);
  const key = `${dates.preset} ${dates.format} ${dates.year}`;
  const fold = folds.get(key) ?? orderNames(labelDates(categories, dates));
  folds.set(key, fold);
  return fold;
}

/** A fold of names in any order; equal names become one value. */
export function orderNames(list: readonly string[]): Fold {
  const names = sortNames(list);
  const codes = new Map(names.map((name, code) => [name, code]));
  return { names, codeOf: Uint32Array.from(list, (name) => codes.get(name)!) }; // each name is in the list
}

/** A fold with renamed values: it merges the sorted new names into the sorted others. */
function renameValues(fold: Fold, mapping: Mapping): Fold {
  const { names: before, codeOf } = fold;
  const renamed = new Map<number, string>();
  for (const name of mapping.keys()) {
    const code = findName(before, name);
    const newName = replaceName(name, mapping);
    if (before[code] === name && newName !== name) renamed.set(code, newName);
  }
  if (renamed.size === 0) return fold;
  const added = sortNames([...renamed.values()]).map((name) => ({ name, index: findName(before, name) }));
  const names: string[] = [];
  const codes = new Map<string, number>();
  const codeOfName = new Uint32Array(before.length);
  for (let code = 0; code <= before.length; code++) {
    for (let next = added[codes.size]; next?.index === code; next = added[codes.size]) {
      const isThere = next.name === before[code] && !renamed.has(code);
      codes.set(next.name, isThere ? names.length : names.push(next.name) - 1);
    }
    if (code < before.length && !renamed.has(code)) codeOfName[code] = names.push(before[code]!) - 1;
  }
  for (const [code, name] of renamed) codeOfName[code] = codes.get(name)!; // added before
  return { names, codeOf: gather(codeOfName, codeOf) };
}

/** The index of a name in a sorted list, or of the first name after it; by bisection. */
function findName(names: readonly string[], name: string): number {
  let from = 0;
  let to = names.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compareNames(names[middle]!, name) < 0) from = middle + 1; // below the length
    else to = middle;
  }
  return from;
}

/**
 * Numbers become their range or '(Out of range)'; text stays as it is. Each range is renamed once, not once per
 * number.
 */
function foldNumbers(
  numbers: Float64Array,
  categories: readonly string[],
  { ranges, mapping }: { ranges: readonly Range[]; mapping: Mapping },
): Fold {
  // First the ranges, then '(Out of range)', then each text.
  const names = [...ranges.map(rangeLabel), OUT_OF_RANGE_LABEL].map((name) => replaceName(name, mapping));
  const positionOf = new Uint32Array(categories.length);
  const findRange = createRangeFinder(ranges);
  const occurs = new Uint8Array(names.length);
  for (let code = 0; code < positionOf.length; code++) {
    const number = numbers[code]!; // one per category
    if (Number.isNaN(number)) {
      positionOf[code] = names.push(replaceName(labelOf(categories[code]!, null), mapping)) - 1;
      continue;
    }
    const range = findRange(number);
    const position = range === -1 ? ranges.length : range;
    positionOf[code] = position;
    occurs[position] = 1;
  }
  const kept = names.filter((_, position) => position > ranges.length || occurs[position] === 1);
  const ordered = orderNames(kept);
  let next = 0;
  const codeOfPosition = Uint32Array.from(names, (_, position) =>
    position > ranges.length || occurs[position] === 1 ? ordered.codeOf[next++]! : 0,
  );
  return { names: ordered.names, codeOf: gather(codeOfPosition, positionOf) };
}
