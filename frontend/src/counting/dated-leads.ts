import { findYoungLeads, rateByAge } from '#frontend/analysis/measure/lead-age.ts';
import type { LeadFilter, Plan } from '#frontend/analysis/counts/mapping.ts';
import { type ValuedPart, spreadAmounts } from '#frontend/analysis/counts/valued-leads.ts';
import type { AgeCut } from '#frontend/analysis/over-time/over-time.ts';
import { amountsOf, convertedOf, foldAttributes } from './cached-counts.ts';
import { isDoubtful, type FileAges } from './count-ages.ts';
import { countedLeads } from './counted-leads.ts';
import { codedColumn, datedColumn, describeDates, type LoadedFile } from './loaded-file.ts';

/** The leads that count and those that are too young, with their dates. */
export interface DatedLeads {
  file: LoadedFile;
  plan: Plan;
  filter: LeadFilter;
  /** Per lead; NaN without a date. */
  dateOf: Float64Array;
  isConverted: Uint8Array;
  /** The worth of each lead; null by conversions. */
  amounts: Float64Array | null;
}

/** Null without a column of dates. */
export function readDated(loaded: LoadedFile, plan: Plan): DatedLeads | null {
  if (typeof plan.leads?.dateColumn !== 'number') return null;
  // Found in the whole file, since some of its leads may fit other ways too.
  const dateFormat =
    plan.leads.dateFormat ?? describeDates(loaded, plan.leads.dateColumn)[0]?.format ?? 'iso';
  const filter = { ...plan.leads, dateFormat };
  const file = countedLeads(loaded, { ...plan, leads: { ...plan.leads, youngerThanDays: null } });
  const { codes, dates } = datedColumn(file, filter);
  const converted = convertedOf(file, plan);
  const valued = amountsOf(file, plan, converted)?.valued;
  const amounts = valued ? spreadAmounts(valued, codes.length) : null;
  return {
    file,
    plan,
    filter,
    dateOf: Float64Array.from(codes, (code) => dates[code]!), // a date per code
    isConverted: converted.flags,
    amounts,
  };
}

/**
 * The age from which leads count: as the visitor chose, else as found in the file, unless its newest dates look like slips, which
 * make every lead look old.
 */
export function findCut({ youngerThanDays }: LeadFilter, ages: FileAges): AgeCut | null {
  if (youngerThanDays !== null) return youngerThanDays > 0 ? { days: youngerThanDays, isChosen: true } : null;
  if (isDoubtful(ages)) return null;
  const finding = findYoungLeads(rateByAge(ages));
  return finding.kind === 'cut' ? { days: finding.days, isChosen: false } : null;
}

/** The leads of each period. */
export interface PositionedLeads {
  /** The index of the period of each lead; -1 for a lead in none. */
  positionOf: Int32Array;
  count: number;
}

const listParts = (count: number): ValuedPart[] =>
  Array.from({ length: count }, () => ({ leads: 0, conversions: 0, sum: 0, sumOfSquares: 0 }));

/** Counts each rule, and all leads, per period. */
export function countRules(
  dated: DatedLeads,
  rules: readonly { field: number; value: string }[],
  { positionOf, count }: PositionedLeads,
): { parts: ValuedPart[][]; totals: ValuedPart[] } {
  const { file, plan, isConverted, amounts } = dated;
  const parts = rules.map(() => listParts(count));
  const add = (part: ValuedPart, lead: number) => {
    part.leads++;
    part.conversions += isConverted[lead]!; // a flag per lead
    if (amounts) addAmount(part, amounts[lead]!); // an amount per lead
  };
  foldAttributes(file, plan).forEach(({ column, fold: { names, codeOf } }, field) => {
    const partsOf = new Map(
      rules.flatMap(({ field: own, value }, rule) =>
        own === field ? [[names.indexOf(value), parts[rule]] as const] : [],
      ),
    );
    const ofCode = Array.from(codeOf, (position) => partsOf.get(position));
    const { codes } = codedColumn(file, column);
    // The `!` here: each lead has a code.
    codes.forEach((code, lead) => {
      const part = ofCode[code]?.[positionOf[lead]!];
      if (part) add(part, lead);
    });
  });
  return { parts, totals: countAll(dated, { positionOf, count }) };
}

/** As the sums of a segment add up: `** 2` may round otherwise. */
function addAmount(part: ValuedPart, amount: number): void {
  part.sum += amount;
  part.sumOfSquares += amount * amount;
}

function countAll(dated: DatedLeads, { positionOf, count }: PositionedLeads): ValuedPart[] {
  const totals = listParts(count);
  positionOf.forEach((position, lead) => {
    const total = totals[position];
    if (!total) return;
    total.leads++;
    total.conversions += dated.isConverted[lead]!; // a flag per lead
  });
  return dated.amounts ? sumAmounts(totals, { ...dated, amounts: dated.amounts, positionOf }) : totals;
}

/**
 * The totals with their amounts. They are added up by value of the first attribute, and these sums in the order of the values, as an
 * analysis does: any other order may round otherwise.
 */
function sumAmounts(
  totals: readonly ValuedPart[],
  { file, plan, amounts, positionOf }: DatedLeads & { amounts: Float64Array; positionOf: Int32Array },
): ValuedPart[] {
  const periods = totals.map((total): { total: ValuedPart; worth: number[] } => ({ total, worth: [] }));
  positionOf.forEach((position, lead) => {
    if (amounts[lead]! > 0) periods[position]?.worth.push(lead); // an amount per lead
  });
  const { column, fold } = foldAttributes(file, plan)[0]!; // a plan has an attribute
  const { names, codeOf } = fold;
  const { codes } = codedColumn(file, column);
  const [sums, squares] = [new Float64Array(names.length), new Float64Array(names.length)];
  const sumOf = (list: Float64Array) => list.reduce((sum, amount) => sum + amount, 0);
  return periods.map(({ total, worth }) => {
    sums.fill(0);
    squares.fill(0);
    // The `!` here: each lead has a value and an amount.
    for (const lead of worth) {
      const [value, amount] = [codeOf[codes[lead]!]!, amounts[lead]!];
      sums[value]! += amount;
      squares[value]! += amount * amount;
    }
    return { ...total, sum: sumOf(sums), sumOfSquares: sumOf(squares) };
  });
}
