import { MAX_LISTED_NAME_LENGTH, MAX_MIX_CELLS, MAX_MIX_VALUES } from '#contract/limits.ts';
import { MIN_RULE_LEADS } from '../constants.ts';
import { groupItems, sumByCode } from '../counts/coding.ts';
import { codedField, codedFields, codesByName, type Tally } from '../counts/tally.ts';
import type { Counts } from '../counts/valued-leads.ts';
import { measureRate } from '../measure/lift.ts';

/**
 * Of each cell of the other attributes (a combination of their values) the leads of a segment, and of all. Reference and later leads have
 * the same cells in the same order.
 */
export interface CellCounts {
  part: Counts;
  total: Counts;
}

/** The reference leads of a cell. */
interface CellLeads {
  part: number;
  total: number;
}

/** The names of an attribute, of the others, and of the cells that stay apart: a value of each other attribute. */
interface Cells {
  fieldName: string;
  others: readonly string[];
  cells: readonly { values: readonly string[] }[];
}

/** How the leads of an attribute's values are spread over these cells. The leads of a value that are in none of them are in one more. */
export interface Mix extends Cells {
  cells: { values: string[]; leads: number }[];
  others: string[];
  values: { fieldValue: string; leads: number[] }[];
}

/**
 * The cells that stay apart: those with at least 30 reference leads, of more than 16 those with the most. All others are one.
 *
 * @param leads by cell
 * @returns the places of these cells, the one with the most leads first
 * @internal
 */
export function pickCells(leads: Uint32Array): number[] {
  return [...leads.keys()]
    .filter((cell) => leads[cell]! >= MIN_RULE_LEADS)
    .sort((a, b) => leads[b]! - leads[a]!) // a number per cell
    .slice(0, MAX_MIX_CELLS);
}

/**
 * The mix of each attribute, for the values that may be a rule: those with at least 30 leads, of more than 100 those with the most. Values and
 * columns with a very long name have none. Empty for a single attribute.
 * Example: sources A and B with 40 and 60 leads by phone, 60 and 340 otherwise: A has 40 and 60 in two cells of 100 and 400 leads.
 */
export function listMixes(tally: Tally): Mix[] {
  const names = tally.fields.map(({ name }) => name);
  if (names.length < 2 || names.some(isLong)) return [];
  return names.map((_, field) => mixOf(tally, field));
}

const isLong = (name: string) => name.length > MAX_LISTED_NAME_LENGTH;

function mixOf(tally: Tally, field: number): Mix {
  const own = codedField(tally, field);
  const others = codedFields(tally).filter((_, at) => at !== field);
  const { codes, count, firstItems } = groupFields(others);
  const leadsOf = sumByCode(tally.leads, codes, count);
  // The `!` here: a combination and a number per cell, a value per code and a number per value.
  const cells = pickCells(leadsOf)
    .map((cell) => ({
      values: others.map((other) => other.values[other.codes[firstItems[cell]!]!]!),
      leads: leadsOf[cell]!,
    }))
    .filter(({ values }) => !values.some(isLong));
  const ofValue = sumByCode(tally.leads, own.codes, own.values.length);
  const rules = own.values
    .map((fieldValue, code) => ({ fieldValue, leads: ofValue[code]! }))
    .filter(({ fieldValue, leads }) => leads >= MIN_RULE_LEADS && !isLong(fieldValue))
    .sort((x, y) => y.leads - x.leads)
    .slice(0, MAX_MIX_VALUES);
  const mix = { fieldName: own.name, others: others.map(({ name }) => name), cells };
  const counted = countCells(tally, { ...mix, values: rules });
  return {
    ...mix,
    values: rules.map(({ fieldValue }, rule) => ({
      fieldValue,
      leads: cells.map((_, cell) => counted?.[rule]?.[cell]?.part.leads ?? 0),
    })),
  };
}

/** The cells of the other attributes, of each combination the number of its own, and of each cell a combination. */
const groupFields = (others: ReturnType<typeof codedFields>) =>
  groupItems(others.map(({ codes, values }) => ({ codes, count: values.length })));

/** The leads of each value by cell, those of all other cells last; null where the leads lack one of the attributes. */
function countCells(
  tally: Tally,
  { fieldName, others, cells, values }: Cells & { values: readonly { fieldValue: string }[] },
): CellCounts[][] | null {
  const byName = new Map(codedFields(tally).map((field) => [field.name, field]));
  const own = byName.get(fieldName);
  const fields = others.flatMap((name) => byName.get(name) ?? []);
  if (!own || fields.length < others.length) return null;
  const codeOf = codesByName(fields);
  const codesOf = cells.map((cell) => cell.values.map((value, at) => codeOf[at]?.get(value)));
  const { codes, firstItems } = groupFields(fields);
  const placeOf = Array.from(firstItems, (first) => {
    const place = codesOf.findIndex((cell) => fields.every((field, at) => cell[at] === field.codes[first]));
    return place < 0 ? cells.length : place;
  });
  const totals = Array.from({ length: cells.length + 1 }, noLeads);
  const [codeOfOwn] = codesByName([own]);
  const counted = values.map(({ fieldValue }) => ({
    code: codeOfOwn?.get(fieldValue),
    cells: totals.map((total): CellCounts => ({ part: noLeads(), total })),
  }));
  const cellsOf = new Map(counted.map((value) => [value.code, value.cells]));
  for (let at = 0; at < codes.length; at++) {
    // The `!` here: a cell per combination.
    const place = placeOf[codes[at]!]!;
    add(totals[place]!, tally, at);
    const ofValue = cellsOf.get(own.codes[at]);
    if (ofValue) add(ofValue[place]!.part, tally, at);
  }
  return counted.map((value) => value.cells);
}

const noLeads = (): Counts => ({ leads: 0, conversions: 0 });

function add(counts: Counts, { leads, conversions }: Tally, at: number): void {
  counts.leads += leads[at]!; // a number per combination
  counts.conversions += conversions[at]!;
}

/** The rules in use, the leads that they were entered with, and how these were mixed. */
export interface MixedRules {
  rules: readonly { field: string; value: string; leads: number }[];
  totalLeads: number;
  mixes: readonly Mix[];
}

/** Later leads of each rule at the mix of its reference; null for a rule of which that is not known, or whose other attributes the leads lack. */
export function countRulesAtMix(
  later: Tally,
  { rules, totalLeads, mixes }: MixedRules,
): (CellCounts | null)[] {
  const counted = new Map(mixes.map((mix) => [mix.fieldName, { mix, cells: countCells(later, mix) }]));
  return rules.map(({ field, value, leads }) => {
    const { mix, cells } = counted.get(field) ?? {};
    const at = mix?.values.findIndex(({ fieldValue }) => fieldValue === value) ?? -1;
    const ofRule = cells?.[at];
    if (!mix || !ofRule) return null;
    const parts = withRest(mix.values[at]!.leads, leads); // found above
    const totals = withRest(
      mix.cells.map((cell) => cell.leads),
      totalLeads,
    );
    return countAtMix(
      parts.map((part, cell) => ({ part, total: totals[cell]! })), // as many cells
      ofRule,
    );
  });
}

const withRest = (leads: readonly number[], all: number): number[] => [
  ...leads,
  leads.reduce((rest, count) => rest - count, all),
];

/**
 * Later leads of a segment, and of all, at the mix that the reference had: each cell weighs as much as its share among the reference's
 * leads of the segment, and among the others. The weights leave the worth of fewer leads, n = (Σw)²/Σw² (Kish 1965), so that the variance
 * of these counts is the one that the weights make. Where every cell has the reference's share the counts stay as they are. A cell without later
 * leads has no rate: the others stand for it.
 * Example: 60 and 40 reference leads in two cells, later 12 of 20 and 16 of 80 converted: rate 0.6 × 0.6 + 0.4 × 0.2 = 0.44 on
 * 1/(0.6²/20 + 0.4²/80) = 50 leads: 22 of 50.
 *
 * @internal
 */
export function countAtMix(reference: readonly CellLeads[], later: readonly CellCounts[]): CellCounts {
  const part = weigh(
    reference.map((cell) => cell.part),
    later.map((cell) => cell.part),
  );
  const others = weigh(
    reference.map((cell) => cell.total - cell.part),
    later.map(othersOf),
  );
  return {
    part,
    total: { leads: part.leads + others.leads, conversions: part.conversions + others.conversions },
  };
}

const othersOf = ({ part, total }: CellCounts): Counts => ({
  leads: total.leads - part.leads,
  conversions: total.conversions - part.conversions,
});

function weigh(reference: readonly number[], later: readonly Counts[]): Counts {
  let [whole, rate, squares] = [0, 0, 0];
  for (const [cell, counts] of later.entries()) {
    const share = reference[cell] ?? 0;
    if (counts.leads === 0 || share <= 0) continue;
    whole += share;
    rate += share * measureRate(counts);
    squares += share ** 2 / counts.leads;
  }
  if (whole === 0) return { leads: 0, conversions: 0 };
  const leads = whole ** 2 / squares;
  return { leads, conversions: (leads * rate) / whole };
}

/**
 * The lift at the mix of the reference, of which the segment also has the share that it had then: weighted counts have lost theirs.
 * Example: 100 of 500 reference leads, rates .44 and .35: .44 / (.2 × .44 + .8 × .35) = 1.196.
 */
export function measureLiftAtMix(reference: CellLeads, later: CellCounts): number {
  const [rate, others] = [measureRate(later.part), measureRate(othersOf(later))];
  const share = reference.part / reference.total;
  const all = share * rate + (1 - share) * others;
  return all === 0 ? 1 : rate / all;
}
