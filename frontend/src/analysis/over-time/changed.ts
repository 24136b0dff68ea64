import type { ValuedPart } from '../counts/valued-leads.ts';
import type { Basis } from '../counts/mapping.ts';
import { hasTooFew, measureValueLogRatio } from '../judge/expected-to-hold.ts';
import { measureLogRatio, type LogRatio } from '../measure/spreads.ts';
import { measureLift } from '../measure/lift.ts';
import { benjaminiHochberg } from '../stats/false-discovery.ts';
import { createNormal, createRandom } from '../stats/random.ts';
import { CHANGE_DRAWS, MAX_CHANGE_RATE, MIN_PERIODS } from './method.ts';

/** Of many rules each gets this number of draws for each tested one, since a p-value of 1/2,000 cannot be found among more than 50. */
const DRAWS_PER_RULE = 50;
/** A rule with a larger p-value in the first draws gets no more of them. */
const MAX_CLOSE_P = 0.05;
/** The seed of the draws. */
const CHANGE_SEED = 2026;
/** A variance of 0, which only equal amounts have, would weigh infinitely. */
const LEAST_VARIANCE = 1e-9;

/** The leads of a value and all leads, in one period. The amounts are 0 by conversions. */
export interface PeriodCounts {
  part: ValuedPart;
  total: ValuedPart;
}

/** Periods that are tested as one. */
interface JoinedPeriods extends PeriodCounts {
  /** The index of the first of them. */
  first: number;
  ratio: LogRatio;
}

/** Whether a rule has changed over time. */
export type Change =
  /** Fewer than four periods have enough leads. */
  | { kind: 'too-few' }
  | {
      kind: 'changed' | 'no-change';
      /** How many periods were compared, after small ones were joined. */
      periods: number;
      p: number;
      q: number;
      /** The first day of the periods behind the cut at which both sides differ most, and the lifts on both sides. */
      since: number;
      before: number;
      after: number;
    };

/**
 * Joins periods forward until each has at least 30 leads of the value, at least 5 expected conversions, and a log ratio; leads
 * behind the last such period join it. Nothing where no period is large enough.
 * Example at a baseline of 20%: 20, 40, 30 and 10 leads: 60 and 40.
 *
 * @internal
 */
export function joinPeriods(periods: readonly PeriodCounts[], basis: Basis): JoinedPeriods[] {
  const joined: JoinedPeriods[] = [];
  let open: (PeriodCounts & { first: number }) | null = null;
  for (const [at, period] of periods.entries()) {
    open = open ? { ...addPeriods(open, period), first: open.first } : { ...period, first: at };
    const ratio = hasTooFew(open.part.leads, open.total) ? null : ratioOf(open, basis);
    if (!ratio) continue;
    joined.push({ ...open, ratio });
    open = null;
  }
  const last = joined.pop();
  if (!last) return [];
  const whole = open ? addPeriods(last, open) : last;
  return [...joined, { ...last, ...whole, ratio: ratioOf(whole, basis) ?? last.ratio }];
}

const ratioOf = ({ part, total }: PeriodCounts, basis: Basis): LogRatio | null =>
  basis === 'value' ? measureValueLogRatio(part, total) : measureLogRatio(part, total);

function addPeriods(a: PeriodCounts, b: PeriodCounts): PeriodCounts {
  return { part: addParts(a.part, b.part), total: addParts(a.total, b.total) };
}

function addParts(a: ValuedPart, b: ValuedPart): ValuedPart {
  return {
    leads: a.leads + b.leads,
    conversions: a.conversions + b.conversions,
    sum: a.sum + b.sum,
    sumOfSquares: a.sumOfSquares + b.sumOfSquares,
  };
}

interface Statistic {
  value: number;
  /** The index of the period behind the cut at which both sides differ most. */
  cut: number;
}

/**
 * How far log ratios r with weights w = 1/s² are from staying the same: the larger of |z| of their trend, the weighted slope on the
 * number of the period over its error, and of the largest |mean after - mean before| / √(1/w before + 1/w after) over all cuts.
 * The function depends on the weights only, so that draws reuse what follows from them.
 * Example: r 0.4, 0.4, 0, 0, each with s 0.1: the cut in the middle gives 0.4 / 0.1 = 4; the trend, with a slope of
 * -0.16 and an error of 0.1/√5, gives 3.58.
 *
 * @internal
 */
export function createStatistic(given: readonly number[]): (logs: Float64Array) => Statistic {
  const weights = Float64Array.from(given);
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const middle = weights.reduce((all, weight, at) => all + weight * at, 0) / sum;
  const spread = weights.reduce((all, weight, at) => all + weight * (at - middle) ** 2, 0);
  const slopes = weights.map((weight, at) => (weight * (at - middle)) / Math.sqrt(spread));
  return (logs) => {
    let [trend, whole] = [0, 0];
    for (let at = 0; at < weights.length; at++) {
      // The `!` here and below: a log ratio and a slope for each weight.
      trend += slopes[at]! * logs[at]!;
      whole += weights[at]! * logs[at]!;
    }
    let [largest, cut] = [0, 1];
    let [before, weightBefore] = [0, 0];
    for (let at = 1; at < weights.length; at++) {
      before += weights[at - 1]! * logs[at - 1]!;
      weightBefore += weights[at - 1]!;
      const weightAfter = sum - weightBefore;
      const difference = Math.abs((whole - before) / weightAfter - before / weightBefore);
      const z = difference / Math.sqrt(1 / weightBefore + 1 / weightAfter);
      if (z > largest) [largest, cut] = [z, at];
    }
    return { value: Math.max(Math.abs(trend), largest), cut };
  };
}

/**
 * The share of draws without any change in which the statistic is at least as large: (1 + how many) / (1 + draws), where each log
 * ratio is drawn from N(0, s²). A rule that is far from changed stops after the first 1,999 draws. The same for the same figures.
 * Example: r 0.4, 0.4, 0, 0, each with s 0.1: 1/2,000, the least that 1,999 draws can give.
 *
 * @internal
 */
export function testChange(ratios: readonly LogRatio[], draws = CHANGE_DRAWS): Statistic & { p: number } {
  const variances = ratios.map(({ variance }) => Math.max(LEAST_VARIANCE, variance));
  const measure = createStatistic(variances.map((variance) => 1 / variance));
  const observed = measure(Float64Array.from(ratios, ({ log }) => log));
  const deviations = Float64Array.from(variances).map(Math.sqrt);
  const normal = createNormal(createRandom(CHANGE_SEED));
  const logs = new Float64Array(ratios.length);
  let [drawn, larger] = [0, 0];
  const drawUntil = (end: number) => {
    for (; drawn < end; drawn++) {
      for (let at = 0; at < logs.length; at++) logs[at] = deviations[at]! * normal(); // one for each
      if (measure(logs).value >= observed.value) larger++;
    }
    return (1 + larger) / (1 + drawn);
  };
  const first = drawUntil(CHANGE_DRAWS);
  return { ...observed, p: first > MAX_CLOSE_P ? first : drawUntil(draws) };
}

/**
 * Whether each rule has changed: its periods are joined until they have enough leads, and at least four are compared (`testChange`).
 * Benjamini and Hochberg's q over all rules that are compared, below 0.025: changed. A single change among many rules would be
 * lost where 1,999 draws cannot give a q below that, so more than 40 rules get 50 draws each.
 *
 * @param rules the ripe periods of each rule, the oldest first
 * @param starts the first days of these periods
 */
export function judgeChanges(
  rules: readonly (readonly PeriodCounts[])[],
  { starts, basis }: { starts: readonly number[]; basis: Basis },
): Change[] {
  const joined = rules.map((periods) => joinPeriods(periods, basis));
  const isTested = Uint32Array.from(joined, ({ length }) => Number(length >= MIN_PERIODS));
  const tested = isTested.reduce((sum, flag) => sum + flag, 0);
  const draws = Math.max(CHANGE_DRAWS, DRAWS_PER_RULE * tested - 1);
  const tests = joined.map((periods, at) =>
    isTested[at] === 1
      ? testChange(
          periods.map(({ ratio }) => ratio),
          draws,
        )
      : null,
  );
  const qValues = benjaminiHochberg(
    Float64Array.from(tests, (test) => test?.p ?? 1),
    isTested,
  );
  return joined.map((periods, at) => {
    const test = tests[at];
    if (!test) return { kind: 'too-few' };
    const { cut, p } = test;
    const q = qValues[at]!; // one per rule
    const liftOf = (some: readonly PeriodCounts[]) => liftOfPeriod(some.reduce(addPeriods), basis);
    return {
      kind: q < MAX_CHANGE_RATE ? 'changed' : 'no-change',
      periods: periods.length,
      p,
      q,
      since: starts[periods[cut]!.first]!, // a cut lies before a period, and each has a first day
      before: liftOf(periods.slice(0, cut)),
      after: liftOf(periods.slice(cut)),
    };
  });
}

/** The lift of a value in a period: of conversions, or by value of the amounts. */
function liftOfPeriod({ part, total }: PeriodCounts, basis: Basis): number {
  const outcomeOf = ({ leads, conversions, sum }: ValuedPart) => ({
    leads,
    conversions: basis === 'value' ? sum : conversions,
  });
  return measureLift(outcomeOf(part), outcomeOf(total));
}
