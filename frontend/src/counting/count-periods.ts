import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { ValuedPart } from '#frontend/analysis/counts/valued-leads.ts';
import { judgeChanges, type PeriodCounts } from '#frontend/analysis/over-time/changed.ts';
import {
  chooseUnit,
  type OverTime,
  listPeriods,
  MOST_PERIODS,
  periodOf,
  startOf,
  UNITS,
  type Unit,
} from '#frontend/analysis/over-time/over-time.ts';
import type { FileAges } from './count-ages.ts';
import { dayOf } from '#contract/limits.ts';
import { countRules, findCut, readDated, type DatedLeads, type PositionedLeads } from './dated-leads.ts';
import type { LoadedFile } from './loaded-file.ts';

/** Asks for some rules of a plan by period. */
export interface PeriodsQuestion {
  plan: Plan;
  /** The values, each of the attribute with this index. */
  rules: readonly { field: number; value: string }[];
  /** Null: the unit that fits the file. */
  unit: Unit | null;
}

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
      ...countRules(dated, rules, findPositions(dated, numbers, unit)),
    };
  };
  const tested = countBy(testedUnit);
  // The `!` here: counts for each period.
  const ripe = tested.periods.flatMap(({ start, isRipe: isOld }, at) =>
    isOld ? [{ start, at, total: tested.totals[at]! }] : [],
  );
  const ripeOf = (parts: readonly ValuedPart[]) =>
    ripe.map(({ at, total }): PeriodCounts => ({ part: parts[at]!, total }));
  const changes = judgeChanges(tested.parts.map(ripeOf), {
    starts: ripe.map(({ start }) => start),
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

function findPositions({ dateOf }: DatedLeads, numbers: readonly number[], unit: Unit): PositionedLeads {
  const positions = new Map(numbers.map((number, position) => [number, position]));
  const positionOf = Int32Array.from(dateOf, (date) => positions.get(periodOf(date, unit)) ?? -1);
  return { positionOf, count: numbers.length };
}
