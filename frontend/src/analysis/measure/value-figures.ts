import { gather } from '../counts/coding.ts';
import { MIN_INTERVAL_CONVERSIONS, MIN_TESTED_LEADS } from '../constants.ts';
import type { CountedField } from '../counts/count-pairs.ts';
import { adjustLift, measureConfidence, measureLift, measureRate, toLift } from './lift.ts';
import { groupByCounts, type CountedFigures } from './segments.ts';
import { chiSquareTail } from '../stats/chi-square.ts';
import { t95, Z_95, type Interval } from '../stats/intervals.ts';
import {
  type Counts,
  countLargest,
  sumSegments,
  type CrosstabSide,
  type SumCrosstab,
  type ValuedLeads,
  type ValuedPart,
  type ValueSums,
  type ValueTotals,
} from '../counts/valued-leads.ts';
import type { ValueFigures } from '../counts/mapping.ts';

/** The figures of segments by value, with the index of the figures of each segment. */
export interface MeasuredValues {
  figures: CountedFigures;
  figureOf: Uint32Array;
  value: ValueFigures;
  totals: ValueTotals;
}

/**
 * The figures of all segments by value: of amounts per lead, where conversions have conversions per lead.
 * The p-values behind q are the larger of p and of p with amounts cut to the 95th percentile of the amounts of converted leads,
 * so that no finding rests on a few large amounts. Under 10 leads both are 1.
 * Example: 4 leads worth 30, 10, 0 and 0, the first two in segment a: value lift 2, shrunk 54 / 52 = 1.0385.
 *
 * @param counts leads and conversions per segment, by position
 */
export function measureValues(
  counts: { leads: Uint32Array; conversions: Uint32Array },
  fields: readonly CountedField[],
  { total, valued, sumCrosstab: sum }: { total: Counts; valued: ValuedLeads; sumCrosstab?: SumCrosstab },
): MeasuredValues {
  const segments = fields.map(({ codes, fold: { names, codeOf } }) => ({
    codes,
    positionOf: codeOf,
    count: names.length,
  }));
  const { sums, totals } = sumSegments(valued, segments, { total, sum });
  const { groupOf: figureOf, firsts } = groupByCounts(counts.leads, counts.conversions, sums.sums);
  const figures = measureFigures(
    { leads: gather(counts.leads, firsts), conversions: gather(counts.conversions, firsts) },
    gatherSums(sums, firsts),
    totals,
  );
  markLargeDeals(figures, { figureOf, sums, valued, segments });
  return { ...figures, figureOf, totals };
}

function gatherSums(sums: ValueSums, indexes: Uint32Array): ValueSums {
  const pick = (list: Float64Array) => Float64Array.from(indexes, (index) => list[index]!); // a sum per segment
  return {
    sums: pick(sums.sums),
    sumsOfSquares: pick(sums.sumsOfSquares),
    testSums: pick(sums.testSums),
    shownSums: pick(sums.shownSums),
    convertedSums: pick(sums.convertedSums),
    largest: pick(sums.largest),
  };
}

function measureFigures(
  { leads, conversions }: { leads: Uint32Array; conversions: Uint32Array },
  sums: ValueSums,
  totals: ValueTotals,
): { figures: CountedFigures; value: ValueFigures } {
  const list = () => new Float64Array(leads.length);
  const figures: CountedFigures = {
    leads,
    conversions,
    conversionRates: list(),
    lifts: list(),
    confidences: list(),
    adjustedLifts: list(),
    chiSquares: list(),
    pValues: list().fill(1),
    discoveryPValues: list().fill(1),
    intervalLows: list(),
    intervalHighs: list(),
  };
  const value: ValueFigures = {
    total: totals.sum,
    perLead: totals.sum / Math.max(1, totals.leads),
    variance: totals.variance,
    testCap: totals.testCap,
    shownCap: totals.shownCap,
    sums: sums.sums,
    sumsOfSquares: sums.sumsOfSquares,
    convertedSums: sums.convertedSums,
    cappedLifts: list(),
    testChiSquares: list(),
    hasIntervals: new Uint8Array(leads.length),
    largeDeals: new Uint8Array(leads.length),
  };
  for (let at = 0; at < leads.length; at++) {
    // The `!` here: below the length of each list.
    const part = {
      leads: leads[at]!,
      conversions: conversions[at]!,
      sum: sums.sums[at]!,
      sumOfSquares: sums.sumsOfSquares[at]!,
    };
    const interval = measureValueInterval(part, totals);
    const { low, high } = interval ?? possibleLifts(part, totals);
    figures.conversionRates[at] = measureRate(part);
    figures.lifts[at] = measureLift(...asCounts(part.sum, part, totals));
    figures.confidences[at] = measureConfidence(part.leads);
    figures.adjustedLifts[at] = adjustLift(...asCounts(part.sum, part, totals));
    figures.intervalLows[at] = low;
    figures.intervalHighs[at] = high;
    value.hasIntervals[at] = Number(interval !== null);
    value.cappedLifts[at] = measureLift(
      { leads: part.leads, conversions: sums.shownSums[at]! },
      { leads: totals.leads, conversions: totals.shownSum },
    );
    figures.chiSquares[at] = chiSquareOfMeans(part.leads, part.sum, totals);
    value.testChiSquares[at] = chiSquareOfMeans(part.leads, sums.testSums[at]!, {
      leads: totals.leads,
      sum: totals.testSum,
      variance: totals.testVariance,
    });
    if (part.leads < MIN_TESTED_LEADS) continue;
    figures.pValues[at] = chiSquareTail(figures.chiSquares[at]!);
    figures.discoveryPValues[at] = Math.max(figures.pValues[at]!, chiSquareTail(value.testChiSquares[at]!));
  }
  return { figures, value };
}

/** Amounts as conversions: lifts by value have the formulas of lifts. */
function asCounts(sum: number, { leads }: Counts, totals: ValueTotals): [part: Counts, total: Counts] {
  return [
    { leads, conversions: sum },
    { leads: totals.leads, conversions: totals.sum },
  ];
}

/**
 * z² of the mean of a part against the mean of all other leads: z = (mean - mean of the others) / sqrt(v (1/n + 1/n')), v
 * the variance (divisor N) of all leads. Where all converted leads are worth the same it is Pearson's chi-square without
 * continuity correction. Without other leads, or without variance, it is 0. Welch's t, which takes the variance of each
 * side, would call a segment without a conversion certain.
 * Example: 30 of 100 leads worth 10 in 50 of 200: (3 - 2)² / (18.75 (1/100 + 1/100)) = 2.6667.
 */
export function chiSquareOfMeans(
  leads: number,
  sum: number,
  total: Pick<ValueTotals, 'leads' | 'sum' | 'variance'>,
): number {
  const others = total.leads - leads;
  if (leads === 0 || others <= 0 || total.variance === 0) return 0;
  const difference = sum / leads - (total.sum - sum) / others;
  return difference ** 2 / (total.variance * (1 / leads + 1 / others));
}

/**
 * z² of the mean of a part against a mean that is taken as known: n (mean - expected)² / v. Without leads or variance it
 * is 0.
 * Example: 60 leads with a sum of 300, expected 4, variance 18.75: 60 / 18.75 = 3.2.
 */
export function chiSquareOfMean({ leads, sum }: ValuedPart, expected: number, variance: number): number {
  return leads > 0 && variance > 0 ? (leads * (sum / leads - expected) ** 2) / variance : 0;
}

/**
 * The 95% interval of a value lift: r = mean of the part / mean of the others, times e^(± 1.96 s), each end mapped to
 * lift = r / (f r + 1 - f) with f = share of the part in all leads, as `measureLiftInterval` does. s is the error of
 * log r by the delta method: s² = Q/S² - 1/n + Q'/S'² - 1/n', where S is the sum of the amounts and Q that of their squares. With k
 * below 100 conversions, in the part or outside, the variance of their deals has the divisor k - 1, as in `measureMeanInterval`, and
 * Student's t of the smaller k - 1 degrees stands for 1.96 (methods L.3).
 * Null with fewer than 20 conversions in the part or outside, and where one of both is worth nothing: its amounts are not known
 * well enough. A part of all leads has 1 to 1.
 * Examples: all worth the same, 120 of 300 in 600 of 3,000: r 1.9162 to 2.6419 around 2.25, lift 1.7554 to 2.2693 around 2. 40 of 100 in
 * 200 of 1,000: t(39) in place of 1.96, r 1.6886 to 2.9981 around 2.25, lift 1.5798 to 2.4988 around 2.
 */
export function measureValueInterval(
  part: ValuedPart,
  total: Counts & { sum: number; sumOfSquares: number },
): Interval | null {
  const others = {
    leads: total.leads - part.leads,
    conversions: total.conversions - part.conversions,
    sum: total.sum - part.sum,
    sumOfSquares: total.sumOfSquares - part.sumOfSquares,
  };
  if (others.leads <= 0) return { low: 1, high: 1 };
  if (Math.min(part.conversions, others.conversions) < MIN_INTERVAL_CONVERSIONS) return null;
  const error = Math.sqrt(logVarianceOf(part) + logVarianceOf(others));
  if (!Number.isFinite(error)) return null;
  const ratio = part.sum / part.leads / (others.sum / others.leads);
  const fewest = Math.min(part.conversions, others.conversions);
  const reach = Math.exp((fewest < MANY_DEALS ? t95(fewest - 1) : Z_95) * error);
  const share = part.leads / total.leads;
  return { low: toLift(ratio / reach, share), high: toLift(ratio * reach, share) };
}

/**
 * The 95% interval of a mean value per lead, of the leads of a part alone: mean × e^(± t s) with s² = 1/k - 1/n + (kQ/S² - 1)/(k - 1), the
 * error of its logarithm by the delta method from the share that converted and the variance of the deals with divisor k - 1, and t of
 * as many deals less one (methods G.3). Unlike the interval of the lift times the average it does not
 * take the average as known. Null with fewer than 20 conversions, and where the part is worth nothing.
 * Example: 40 of 100 leads worth 10 each: s² = 1/40 - 1/100, t 2.0227, so 3.1223 to 5.1244 around 4.
 */
export function measureMeanInterval(part: ValuedPart): Interval | null {
  if (part.conversions < MIN_INTERVAL_CONVERSIONS || part.sum === 0) return null;
  const reach = Math.exp(t95(part.conversions - 1) * Math.sqrt(logVarianceOfFew(part)));
  const mean = part.sum / part.leads;
  return { low: mean / reach, high: mean * reach };
}

/** From this many conversions on, the normal distribution stands for Student's. */
const MANY_DEALS = 100;

/** The variance of the logarithm of a mean; infinite where all amounts are 0. */
function logVarianceOf(part: ValuedPart): number {
  const { leads, conversions, sum, sumOfSquares } = part;
  if (!(sum > 0)) return Infinity;
  if (conversions < MANY_DEALS) return logVarianceOfFew(part);
  return Math.max(0, sumOfSquares / sum ** 2 - 1 / leads);
}

/** The same with the variance of the deals of k conversions by the divisor k - 1: 1/k - 1/n + (kQ/S² - 1)/(k - 1). */
function logVarianceOfFew({ leads, conversions, sum, sumOfSquares }: ValuedPart): number {
  const ofDeals = Math.max(0, (conversions * sumOfSquares) / sum ** 2 - 1) / (conversions - 1);
  return Math.max(0, 1 / conversions - 1 / leads) + ofDeals;
}

/** All lifts that a part can have: it is worth nothing, or everything. */
export function possibleLifts(part: Counts, total: Counts): Interval {
  return { low: 0, high: total.leads / Math.max(1, part.leads) };
}

interface DealsOfSegments {
  figureOf: Uint32Array;
  sums: ValueSums;
  valued: ValuedLeads;
  segments: readonly CrosstabSide[];
}

/**
 * Marks the segments in which the largest 1% of the conversions, at least one, hold over half of the value. Only where that number times
 * the largest amount is over half do single amounts matter.
 */
function markLargeDeals(
  { figures: { conversions }, value: { largeDeals } }: { figures: CountedFigures; value: ValueFigures },
  { figureOf, sums: { sums, largest }, valued, segments }: DealsOfSegments,
): void {
  let first = 0;
  for (const field of segments) {
    for (let index = 0; index < field.count; index++) {
      const position = first + index;
      // The `!` here: each segment has sums and figures.
      const figure = figureOf[position]!;
      const most = countLargest(conversions[figure]!);
      if (2 * most * largest[position]! <= sums[position]!) continue;
      const deals = most === 1 ? [largest[position]!] : listLargest(valued, field, { index, most });
      const together = deals.reduce((sum, amount) => sum + amount, 0);
      largeDeals[figure] = Number(2 * together > sums[position]!);
    }
    first += field.count;
  }
}

/** The largest amounts of the converted leads of a segment. */
function listLargest(
  { items, amounts, converted }: ValuedLeads,
  { codes, positionOf }: CrosstabSide,
  { index, most }: { index: number; most: number },
): number[] {
  // The `!` here: each item has a code, and each code a segment.
  const own = amounts.filter((_, at) => converted[at] === 1 && positionOf[codes[items[at]!]!] === index);
  return [...own.sort().reverse().subarray(0, most)];
}
