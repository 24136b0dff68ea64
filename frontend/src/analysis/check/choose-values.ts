import { multiplyOut } from '../balanced/balanced.ts';
import { rangeLabel, type Range } from '../counts/binning.ts';
import { bestSplit } from '../measure/best-split.ts';
import { parseNumbers, summariseNumeric } from '../columns/columns.ts';
import { gather, groupItems, sumByCode } from '../counts/coding.ts';
import { OTHER_LABEL, RARE_VALUE_LEADS } from '../constants.ts';
import { foldValues, orderNames, type Fold } from '../counts/fold-values.ts';
import { byMethod, type Learn } from './learn-rules.ts';
import type { ValuesPlan, Mapping } from '../counts/mapping.ts';
import type { NumberFormat } from '../columns/number-format.ts';
import { findRareValues } from '../counts/group-values.ts';
import { withWorth, type Tally, type ValuedTally, codedFields } from '../counts/tally.ts';

/** The distinct raw cells of a column, with leads and conversions of each. */
export interface CountedColumn {
  categories: readonly string[];
  leads: Uint32Array;
  conversions: Uint32Array;
}

/** Chooses the values of a column from leads and conversions per raw cell of some leads. */
type ChooseValues = (leads: Uint32Array, conversions: Uint32Array) => Fold;

/**
 * A function that chooses the values of an attribute again from fewer leads; null if the data have not chosen them. A plan
 * does not say how its ranges and names were made, so they are recognised: ranges are a best split if `bestSplit` gives
 * their bounds for all leads, whatever their labels, and values named 'Other' are merged rare values if they are exactly
 * the ones below some number of leads.
 *
 * - Ranges: the best split of these leads; one range where none holds. A range that shares most of its leads, and most
 *   of theirs, with a range of the plan has its label, so that it also has its new name.
 * - 'Other': the values with fewer leads than that number, those without any lead included. If several numbers give the
 *   same merge it is the usual one, or else the smallest.
 *
 * @param column the counts of all leads
 */
export function findChoice(plan: ValuesPlan, column: CountedColumn): ChooseValues | null {
  const { ranges, mapping } = plan;
  const split = ranges && createSplit(ranges, column, plan.numberFormat);
  const unmerged = withoutOther(mapping);
  const least = findLeast(plan, unmerged, column);
  if (!split && least === null) return null;
  return (leads, conversions) => {
    const fold = foldValues(column.categories, {
      ...plan,
      ranges: split ? split(leads, conversions) : ranges,
      mapping: least === null ? mapping : unmerged,
    });
    return least === null ? fold : mergeRare(fold, leads, least);
  };
}

/** The best split of some leads, by counts per raw cell; null if the ranges are no best split of all leads. */
function createSplit(
  ranges: readonly Range[],
  { categories, leads, conversions }: CountedColumn,
  format?: NumberFormat,
) {
  const numbers = parseNumbers(categories, format);
  const summary = summariseNumeric(categories, leads, format);
  if (!summary) return null;
  const { values } = summary;
  const positionOfNumber = new Map(Array.from(values, (value, position) => [value, position]));
  // Cells without a number have the position after the last.
  const positions = Uint32Array.from(numbers, (number) => positionOfNumber.get(number) ?? values.length);
  const perNumber = (counts: Uint32Array) =>
    sumByCode(counts, positions, values.length + 1).subarray(0, values.length);
  const splitLeads = (ofCells: Uint32Array, converted: Uint32Array): Range[] => {
    const counted = perNumber(ofCells);
    const min = values[counted.findIndex((count) => count > 0)] ?? summary.min;
    const found = bestSplit({ ...summary, min, leads: counted }, perNumber(converted));
    if (!found) return [{ min, max: null, label: '' }];
    return nameAlike(found, ranges, { values, leads: counted });
  };
  return haveSameBounds(ranges, bestSplit(summary, perNumber(conversions)) ?? []) ? splitLeads : null;
}

function haveSameBounds(a: readonly Range[], b: readonly Range[]): boolean {
  return a.length === b.length && a.every(({ min, max }, at) => min === b[at]?.min && max === b[at].max);
}

/** Gives ranges the labels of other ranges, if each of both has most of its leads in common with the other. */
function nameAlike(
  ranges: readonly Range[],
  others: readonly Range[],
  { values, leads }: { values: Float64Array; leads: Uint32Array },
): Range[] {
  const count = ({ min, max }: Pick<Range, 'min' | 'max'>) => {
    let sum = 0;
    for (let position = 0; position < values.length; position++)
      if (values[position]! >= min && values[position]! <= (max ?? Infinity)) sum += leads[position]!; // both per number
    return sum;
  };
  return ranges.map((range) => {
    const alike = others.find((other) => {
      const max = Math.min(range.max ?? Infinity, other.max ?? Infinity);
      const shared = count({ min: Math.max(range.min, other.min), max });
      return 2 * shared > count(range) && 2 * shared > count(other);
    });
    return alike ? { ...range, label: rangeLabel(alike) } : range;
  });
}

function withoutOther(mapping: Mapping): Mapping {
  return new Map([...mapping].filter(([, name]) => name.trim() !== OTHER_LABEL));
}

/** The number of leads below which the plan merges all values into 'Other'; null if it merges others, or none. */
function findLeast(plan: ValuesPlan, unmerged: Mapping, { categories, leads }: CountedColumn): number | null {
  if (unmerged.size === plan.mapping.size) return null;
  const fold = foldValues(categories, { ...plan, mapping: unmerged });
  const merged = foldValues(categories, plan);
  const leadsOfName = sumByCode(leads, fold.codeOf, fold.names.length);
  const isMerged = new Uint8Array(fold.names.length);
  for (let cell = 0; cell < categories.length; cell++) {
    // The `!` here: each cell has a name in both folds.
    const code = fold.codeOf[cell]!;
    if (merged.names[merged.codeOf[cell]!] === OTHER_LABEL && fold.names[code] !== OTHER_LABEL)
      isMerged[code] = 1;
  }
  const most = leadsOfName.reduce((sum, count, code) => (isMerged[code] ? Math.max(sum, count) : sum), 0);
  const takes = (least: number) => {
    const rare = new Set(findRareNames(fold, leadsOfName, least));
    return rare.size > 0 && fold.names.every((name, code) => rare.has(name) === (isMerged[code] === 1));
  };
  return [RARE_VALUE_LEADS, most + 1].find(takes) ?? null;
}

function findRareNames({ names }: Fold, leadsOfName: Uint32Array, least: number): readonly string[] {
  const listed = names.map((value, code) => ({ value, leads: leadsOfName[code] ?? 0 }));
  return findRareValues(listed, new Map(), least)?.values ?? [];
}

/** A fold with all names that have fewer leads named 'Other'. */
function mergeRare(fold: Fold, leads: Uint32Array, least: number): Fold {
  const { names, codeOf } = fold;
  const rare = new Set(findRareNames(fold, sumByCode(leads, codeOf, names.length), least));
  const merged = orderNames(names.map((name) => (rare.has(name) ? OTHER_LABEL : name)));
  return { names: merged.names, codeOf: gather(merged.codeOf, codeOf) };
}

/**
 * Learns from leads whose values are chosen from the same leads. The tally that it learns from has raw cells as the values
 * of each field with a choice.
 *
 * @param choices one per field; null for a field whose values stay
 */
export function learnChoices(choices: readonly (ChooseValues | null)[], learn: Learn): Learn {
  if (choices.every((choice) => choice === null)) return learn;
  return (raw) => {
    const { tally, groupOf } = chooseFields(raw, choices);
    const rates = learn(tally);
    return byMethod((method) => multiplyOut(1, [rates[method]], [groupOf]));
  };
}

/** The tally of the chosen values, and for each raw combination its number in it. */
function chooseFields(raw: ValuedTally, choices: readonly (ChooseValues | null)[]) {
  const columns = codedFields(raw).map(({ name, values, codes }, field) => {
    const perCell = (counts: Uint32Array) => sumByCode(counts, codes, values.length);
    const fold = choices[field]?.(perCell(raw.leads), perCell(raw.conversions));
    return fold
      ? { name, codes: gather(fold.codeOf, codes), categories: fold.names }
      : { name, codes, categories: values };
  });
  const codings = columns.map(({ codes, categories }) => ({ codes, count: categories.length }));
  const { codes: groupOf, count, firstItems } = groupItems(codings);
  const tally: Tally = {
    ...raw,
    fields: columns.map(({ name, categories }) => ({ name, values: categories })),
    codes: columns.map(({ codes }) => gather(codes, firstItems)),
    leads: sumByCode(raw.leads, groupOf, count),
    conversions: sumByCode(raw.conversions, groupOf, count),
  };
  const { valued } = raw;
  return {
    tally: valued ? withWorth(tally, { ...valued, items: gather(groupOf, valued.items) }) : tally,
    groupOf,
  };
}
