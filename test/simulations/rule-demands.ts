import { LIKELY_TO_HOLD } from '#frontend/analysis/constants.ts';
import {
  expectRule,
  fitSpreadPrior,
  measureRule,
  sideOf,
} from '#frontend/analysis/judge/expected-to-hold.ts';
import { EQUAL_WEIGHTS, measureLogRatios, weighSpreads } from '#frontend/analysis/measure/spreads.ts';
import type { SpreadWeights } from '#frontend/analysis/measure/measurement.ts';
import { judgeLatest, watchRule } from '#frontend/analysis/judge/latest-leads.ts';
import { adjustLift, measureLift } from '#frontend/analysis/measure/lift.ts';
import { addCounts, NO_LEADS, type Counts } from '#frontend/analysis/counts/valued-leads.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { drawBinomial, drawMultinomial } from '#test/support/random-leads.ts';
import {
  between,
  drawFactors,
  drawNoise,
  drawOutcomes,
  drawShares,
  wholeBetween,
  type DrawnColumn,
  type Random,
} from './drawn-leads.ts';
import type { Repeats } from './finder-demands.ts';

export const THRESHOLD_PERCENT = 10;

/** Shares and rates of the values of a column. */
export interface DrawnRates {
  shares: readonly number[];
  rates: readonly number[];
}

/** The logarithms of the factors of a column's values have this standard deviation. */
export function drawRates(
  random: Random,
  { baseline, deviation }: { baseline: number; deviation: number },
): DrawnRates {
  const shares = drawShares(random, wholeBetween(random, 2, 12));
  const factors = drawFactors(random, shares, deviation);
  return { shares, rates: factors.map((factor) => Math.min(0.95, baseline * factor)) };
}

/** Leads and conversions of each value in a sample of `leads` leads. */
export function drawSample(random: Random, { shares, rates }: DrawnRates, leads: number): Counts[] {
  return drawMultinomial(random, leads, shares).map((count, value) => ({
    leads: count,
    conversions: drawBinomial(random, count, rates[value] ?? 0),
  }));
}

export const sumOf = (values: readonly Counts[]) => values.reduce(addCounts, NO_LEADS);

/** Whether the lift of a value lies beyond half the threshold on a side. */
function holds(value: Counts, total: Counts, side: 'raise' | 'cut'): boolean {
  const deviation = (side === 'raise' ? 1 : -1) * (measureLift(value, total) - 1);
  return deviation > THRESHOLD_PERCENT / 200;
}

/** A rule with its predicted chance and what became of it on fresh leads. */
interface PredictedRule {
  chance: number;
  held: boolean;
}

/** Standard deviations of the columns of a world, each as likely as another. */
export const WORLDS = {
  noise: [0],
  'sd .15': [0.15],
  'sd .4': [0.4],
  mixed: [0, 0, 0.15, 0.4],
} as const;
export type WorldName = keyof typeof WORLDS;
export const WORLD_LEADS = [1000, 3000, 10_000, 30_000] as const;

const COLUMNS = 12;

/**
 * The rules of files of one world, values whose adjusted lift lies outside 1 ± 10%, with their chance to hold and what became of
 * them on as many fresh leads.
 *
 * @param usesColumns whether the spreads of the 12 columns of the file say how common each spread is
 */
export function predictRules(
  { files, seed }: Repeats,
  { world, leads, usesColumns }: { world: WorldName; leads: number; usesColumns: boolean },
): PredictedRule[] {
  const random = createRandom(seed);
  const deviations = WORLDS[world];
  return Array.from({ length: files }, () => {
    const baseline = between(random, 0.05, 0.4);
    const columns = Array.from({ length: COLUMNS }, () =>
      drawRates(random, { baseline, deviation: deviations[Math.floor(deviations.length * random())]! }),
    );
    const samples = columns.map((column) => drawSample(random, column, leads));
    const fresh = columns.map((column) => drawSample(random, column, leads));
    const prior = usesColumns
      ? fitSpreadPrior(samples.map((values) => measureLogRatios(values, sumOf(values))))
      : EQUAL_WEIGHTS;
    return samples.flatMap((values, at) => predictColumn(values, fresh[at]!, prior));
  }).flat();
}

function predictColumn(
  values: readonly Counts[],
  fresh: readonly Counts[],
  prior: SpreadWeights,
): PredictedRule[] {
  const [total, freshTotal] = [sumOf(values), sumOf(fresh)];
  const ratios = measureLogRatios(values, total);
  const column = { total, values: ratios.length, weights: weighSpreads(ratios, prior) };
  return values.flatMap((value, at) => {
    const isRule = Math.abs(adjustLift(value, total) - 1) > THRESHOLD_PERCENT / 100;
    const expected = expectRule(measureRule(value, total), column, THRESHOLD_PERCENT);
    if (!isRule || !('chance' in expected)) return [];
    return [{ chance: expected.chance, held: holds(fresh[at]!, freshTotal, sideOf(value, total)) }];
  });
}

/** How well chances were predicted. */
export function summarise(rules: readonly PredictedRule[]) {
  const likely = rules.filter(({ chance }) => chance >= LIKELY_TO_HOLD);
  const shareOf = (some: readonly PredictedRule[]) => some.filter(({ held }) => held).length / some.length;
  return {
    rules: rules.length,
    predicted: rules.reduce((sum, { chance }) => sum + chance, 0) / rules.length,
    held: shareOf(rules),
    likely: likely.length / rules.length,
    likelyHeld: shareOf(likely),
  };
}

const EARLIER = 3000;
const LATER = 1300;

/** The share of files of 3,000 earlier and 1,300 later leads without any change in which a rule of three columns is said to have fallen. */
export function simulateUnchanged({ files, seed }: Repeats): { fell: number } {
  const random = createRandom(seed);
  let fell = 0;
  for (let file = 0; file < files; file++) {
    const world = { leads: EARLIER + LATER, baseline: between(random, 0.05, 0.4) };
    const columns = Array.from({ length: 3 }, () => {
      const noise = drawNoise(random, world.leads);
      const deviation = WORLDS.mixed[Math.floor(4 * random())]!; // there are 4
      return { ...noise, factors: drawFactors(random, noise.shares, deviation) };
    });
    const isConverted = drawOutcomes(random, world, columns);
    const counted = columns.map((column) => ({
      earlier: countCodes(column, isConverted, [0, EARLIER]),
      later: countCodes(column, isConverted, [EARLIER, world.leads]),
    }));
    if (judgeColumns(counted).some(({ kind }) => kind === 'fell')) fell++;
  }
  return { fell: fell / files };
}

function countCodes(
  { codes, shares }: DrawnColumn,
  isConverted: Uint8Array,
  [from, to]: readonly [number, number],
): Counts[] {
  const counts = shares.map(() => ({ leads: 0, conversions: 0 }));
  for (let lead = from; lead < to; lead++) {
    // The `!` here: below the number of leads, a count per value.
    counts[codes[lead]!]!.leads++;
    counts[codes[lead]!]!.conversions += isConverted[lead]!;
  }
  return counts;
}

/** The verdicts on all values of the columns of one file. */
function judgeColumns(columns: readonly Readonly<Record<'earlier' | 'later', readonly Counts[]>>[]) {
  const total = { earlier: sumOf(columns[0]?.earlier ?? []), later: sumOf(columns[0]?.later ?? []) };
  const rules = columns.flatMap(({ earlier, later }) => {
    const weights = weighSpreads(measureLogRatios(earlier, total.earlier));
    return earlier.map((value, at) => watchRule({ earlier: value, later: later[at]! }, total, weights)); // one per value
  });
  return judgeLatest(rules, THRESHOLD_PERCENT);
}

/**
 * Rules of such lifts, all of which end after 70% of the leads: the shares that are said to have fallen, and to hold, of those with
 * enough later leads.
 */
export function simulateEnded(
  { files, seed }: Repeats,
  world: { leads: number; baseline: number; lifts: readonly [number, number] },
): { judged: number; fell: number; held: number } {
  const random = createRandom(seed);
  const verdicts = Array.from({ length: files }, () => {
    const lift = between(random, ...world.lifts);
    const share = between(random, 0.1, 0.35);
    const others = drawShares(random, wholeBetween(random, 1, 7)).map((part) => (1 - share) * part);
    const shares = [share, ...others];
    const rest = (1 - share * lift) / (1 - share);
    const before = { shares, rates: shares.map((_, at) => world.baseline * (at === 0 ? lift : rest)) };
    const after = { shares, rates: shares.map(() => world.baseline) };
    const earlier = drawSample(random, before, Math.round(0.7 * world.leads));
    const [first] = judgeColumns([
      { earlier, later: drawSample(random, after, Math.round(0.3 * world.leads)) },
    ]);
    return first?.kind ?? 'too-few';
  }).filter((kind) => kind !== 'too-few');
  const shareOf = (kind: string) => verdicts.filter((other) => other === kind).length / verdicts.length;
  return { judged: verdicts.length, fell: shareOf('fell'), held: shareOf('held') };
}
