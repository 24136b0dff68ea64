import { DAY } from '#contract/limits.ts';
import { findYoungLeads, rateByAge } from '#frontend/analysis/counts/lead-age.ts';
import type { LeadFilter } from '#frontend/analysis/counts/lead-filter.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { ValuedPart } from '#frontend/analysis/counts/valued-leads.ts';
import { judgeChanges, type PeriodCounts } from '#frontend/analysis/over-time/changed.ts';
import { chooseUnit, type AgeCut, type OverTime } from '#frontend/analysis/over-time/over-time.ts';
import {
  listPeriods,
  MOST_PERIODS,
  periodOf,
  startOf,
  UNITS,
  type Unit,
} from '#frontend/analysis/over-time/periods.ts';
import { amountsOf, convertedOf, foldsOf } from './cached-counts.ts';
import { countedLeads, dayOf } from './counted-leads.ts';
import { codedColumn, datedColumn, describeDates, type LoadedFile } from './loaded-file.ts';
import type { FileAges, PeriodsQuestion } from './protocol.ts';

/**
 * The leads of some rules by period, and whether each rule has changed. The leads of a period are those that an analysis of its days
 * alone counts. Young leads are counted too, but their periods are not ripe. Null without a column of dates.
 *
 * @param ages of all leads that count, the young ones included
 */
export function countPeriods(
  loaded: LoadedFile,
  { plan, rules, unit: chosen }: PeriodsQuestion,
  ages: FileAges,
): OverTime | null {
  const dated = readDated(loaded, plan);
  if (!dated) return null;
  const cut = findCut(dated.filter, ages);
  const lastRipe = dayOf(ages.newest) - (cut?.days ?? 0);
  const isRipe = (period: number, unit: Unit) => !cut || dayOf(startOf(period + 1, unit)) <= lastRipe + 1;
  const ripeMonths = listOccurring(dated, 'month').filter((month) => isRipe(month, 'month'));
  const testedUnit = chooseUnit(ripeMonths.length);
  const countBy = (unit: Unit) => {
    const numbers = listPeriods(listOccurring(dated, unit));
    return {
      periods: numbers.map((period) => ({ start: startOf(period, unit), isRipe: isRipe(period, unit) })),
      ...countRules(dated, rules, placeLeads(dated, numbers, unit)),
    };
  };
  const tested = countBy(testedUnit);
  const ripe = [...tested.periods.keys()].filter((at) => tested.periods[at]?.isRipe);
  // The `!` here: counts for each period.
  const ripeOf = (parts: readonly ValuedPart[]) =>
    ripe.map((at): PeriodCounts => ({ part: parts[at]!, total: tested.totals[at]! }));
  const changes = judgeChanges(tested.parts.map(ripeOf), {
    starts: ripe.map((at) => tested.periods[at]!.start),
    basis: dated.amounts ? 'value' : 'conversions',
  });
  const unit = chosen ?? testedUnit;
  return {
    unit,
    units: UNITS.filter((other) => other === testedUnit || isDrawable(listOccurring(dated, other))),
    testedUnit,
    cut,
    ...(unit === testedUnit ? tested : countBy(unit)),
    changes,
    undated: dated.dateOf.reduce((count, date) => count + Number(Number.isNaN(date)), 0),
  };
}

/** The leads that count and those that are too young, with their dates. */
interface DatedLeads {
  file: LoadedFile;
  plan: Plan;
  filter: LeadFilter;
  /** Per lead; NaN without a date. */
  dateOf: Float64Array;
  isConverted: Uint8Array;
  /** What each lead is worth; null by conversions. */
  amounts: Float64Array | null;
}

function readDated(loaded: LoadedFile, plan: Plan): DatedLeads | null {
  if (typeof plan.leads?.dateColumn !== 'number') return null;
  // Found in the whole file, since some of its leads may fit other ways too.
  const dateFormat =
    plan.leads.dateFormat ?? describeDates(loaded, plan.leads.dateColumn)[0]?.format ?? 'iso';
  const filter = { ...plan.leads, dateFormat };
  const file = countedLeads(loaded, { ...plan, leads: { ...plan.leads, youngerThanDays: null } });
  const { codes, dates } = datedColumn(file, filter);
  const converted = convertedOf(file, plan);
  const valued = amountsOf(file, plan, converted)?.valued;
  const amounts = valued ? new Float64Array(codes.length) : null;
  valued?.items.forEach((lead, at) => (amounts![lead] = valued.amounts[at]!)); // there where there are items; an amount for each
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
function findCut({ youngerThanDays }: LeadFilter, ages: FileAges): AgeCut | null {
  if (youngerThanDays !== null) return youngerThanDays > 0 ? { days: youngerThanDays, isChosen: true } : null;
  if (ages.stray || ages.newest > Date.now() + DAY) return null;
  const finding = findYoungLeads(rateByAge(ages));
  return finding.kind === 'cut' ? { days: finding.days, isChosen: false } : null;
}

/** The numbers of the periods with a lead, in order. */
function listOccurring({ dateOf }: DatedLeads, unit: Unit): number[] {
  const numbers = new Set<number>();
  for (const date of dateOf) if (!Number.isNaN(date)) numbers.add(periodOf(date, unit));
  return [...numbers].toSorted((a, b) => a - b);
}

/** Whether periods can be compared, and all of them drawn. */
function isDrawable(occurring: readonly number[]): boolean {
  const [first = 0, last = 0] = [occurring[0], occurring.at(-1)];
  return last > first && last - first < MOST_PERIODS;
}

/** The leads of each period. */
interface PlacedLeads {
  /** The index of the period of each lead; -1 for a lead in none. */
  placeOf: Int32Array;
  count: number;
}

function placeLeads({ dateOf }: DatedLeads, numbers: readonly number[], unit: Unit): PlacedLeads {
  const places = new Map(numbers.map((number, place) => [number, place]));
  const placeOf = Int32Array.from(dateOf, (date) => places.get(periodOf(date, unit)) ?? -1);
  return { placeOf, count: numbers.length };
}

const listParts = (count: number): ValuedPart[] =>
  Array.from({ length: count }, () => ({ leads: 0, conversions: 0, sum: 0, sumOfSquares: 0 }));

/** Counts each rule, and all leads, per period. */
function countRules(
  dated: DatedLeads,
  rules: PeriodsQuestion['rules'],
  { placeOf, count }: PlacedLeads,
): Pick<OverTime, 'parts' | 'totals'> {
  const { file, plan, isConverted, amounts } = dated;
  const parts = rules.map(() => listParts(count));
  const add = (part: ValuedPart, lead: number) => {
    part.leads++;
    part.conversions += isConverted[lead]!; // a flag per lead
    if (amounts) addAmount(part, amounts[lead]!); // an amount per lead
  };
  const folds = foldsOf(file, plan);
  plan.attributes.forEach(({ column }, field) => {
    const { names, codeOf } = folds[field]!.fold; // one per attribute
    const partsOf = new Map(
      rules.flatMap(({ field: own, value }, rule) =>
        own === field ? [[names.indexOf(value), parts[rule]] as const] : [],
      ),
    );
    const ofCode = Array.from(codeOf, (place) => partsOf.get(place));
    const { codes } = codedColumn(file, column);
    // The `!` here: each lead has a code.
    codes.forEach((code, lead) => {
      const part = ofCode[code]?.[placeOf[lead]!];
      if (part) add(part, lead);
    });
  });
  return { parts, totals: countAll(dated, { placeOf, count }) };
}

/** As the sums of a segment add up: `** 2` may round otherwise. */
function addAmount(part: ValuedPart, amount: number): void {
  part.sum += amount;
  part.sumOfSquares += amount * amount;
}

function countAll(dated: DatedLeads, { placeOf, count }: PlacedLeads): ValuedPart[] {
  const totals = listParts(count);
  placeOf.forEach((place, lead) => {
    const total = totals[place];
    if (!total) return;
    total.leads++;
    total.conversions += dated.isConverted[lead]!; // a flag per lead
  });
  return dated.amounts ? sumAmounts(totals, { ...dated, amounts: dated.amounts, placeOf }) : totals;
}

/**
 * The totals with their amounts. They are added up by value of the first attribute, and these sums in the order of the values, as an
 * analysis does: any other order may round otherwise.
 */
function sumAmounts(
  totals: readonly ValuedPart[],
  { file, plan, amounts, placeOf }: DatedLeads & { amounts: Float64Array; placeOf: Int32Array },
): ValuedPart[] {
  const worth: number[][] = totals.map(() => []);
  placeOf.forEach((place, lead) => {
    if (amounts[lead]! > 0) worth[place]?.push(lead); // an amount per lead
  });
  const { names, codeOf } = foldsOf(file, plan)[0]!.fold; // a plan has an attribute
  const { codes } = codedColumn(file, plan.attributes[0]!.column);
  const [sums, squares] = [new Float64Array(names.length), new Float64Array(names.length)];
  const sumOf = (list: Float64Array) => list.reduce((sum, amount) => sum + amount, 0);
  return totals.map((total, place) => {
    sums.fill(0);
    squares.fill(0);
    // The `!` here: leads of each period, and each lead has a value and an amount.
    for (const lead of worth[place]!) {
      const [value, amount] = [codeOf[codes[lead]!]!, amounts[lead]!];
      sums[value]! += amount;
      squares[value]! += amount * amount;
    }
    return { ...total, sum: sumOf(sums), sumOfSquares: sumOf(squares) };
  });
}
