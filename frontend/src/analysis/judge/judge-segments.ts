import { MAX_FALSE_DISCOVERY_RATE, OVERLAP_FACTOR, SIGNIFICANT_P_VALUE } from '../constants.ts';
import { chooseCautiousMultiplier, labelSegment } from './label-segment.ts';
import type { Expectation } from './expected-to-hold.ts';
import { findLimit, type LabelLimit } from './label-limits.ts';
import type { FieldValue } from '../measure/interactions.ts';
import type { SegmentLabel, Measurement } from '../measure/measurement.ts';
import { mergeSorted } from '../columns/order.ts';
import { compareSegments, type Segment } from '../measure/segments.ts';
import { exceedsThreshold } from './settings.ts';
import { measureRate } from '../measure/lift.ts';
import type { ValueFigures } from '../counts/mapping.ts';

/** A segment with the figures that depend on the settings. */
export interface JudgedSegment extends Segment {
  /** p < 0.05 and adjusted lift outside 1 ± threshold. */
  isSignificant: boolean;
  label: SegmentLabel;
  /** The reason why it is not Use; null for every label but Test, and where q alone says Test. */
  limit: LabelLimit | null;
  /** It is Test only for the tests of other columns: q among those of these attributes is below 0.05. */
  isClearAmongShown: boolean;
  /** The other side of each significant interaction, in field order, then by name, '(Blank)' last. */
  partners: readonly FieldValue[];
  /** Adjusted lift, times 0.85 where the segment has partners. */
  liftAfterCut: number;
  /** Conversions / leads in the whole dataset. */
  baselineRate: number;
  /** The statistic of the test among leads of the same age; null where ages are not known. */
  sameAgeStatistic: number | null;
  /** The amounts of the segment; null by conversions. */
  amounts: SegmentAmounts | null;
}

/** The amounts of the leads of a segment. */
export interface SegmentAmounts {
  sum: number;
  sumOfSquares: number;
  /** The statistic behind the p-value of amounts cut to the 95th percentile, which q looks at too. */
  testChiSquare: number;
  perLead: number;
  /** The amounts of the converted leads / conversions; 0 without conversions. */
  perConversion: number;
  /** False where there are too few conversions for an interval; it then holds all lifts that are possible. */
  hasInterval: boolean;
  /** Whether the largest 1% of the conversions, at least one, hold over half of the value. */
  hasLargeDeal: boolean;
  /** The value lift of amounts cut to the 99th percentile of the file, not shrunk. */
  cappedLift: number;
}

/** Whether p < 0.05 and the adjusted lift lies strictly outside 1 ± threshold. */
export function isSegmentSignificant(
  { pValue, adjustedLift }: Pick<Segment, 'pValue' | 'adjustedLift'>,
  thresholdPercent: number,
): boolean {
  return pValue < SIGNIFICANT_P_VALUE && exceedsThreshold(adjustedLift - 1, thresholdPercent);
}

/** The part of a segment that depends on the settings. */
interface Judgement extends Pick<JudgedSegment, 'isSignificant' | 'partners' | 'baselineRate'> {
  thresholdPercent: number;
  /** Says how likely the rule of a segment is to hold. */
  expect(segment: RuledSegment): Expectation;
}

/** The part of a segment that says what to expect of its rule. */
export type RuledSegment = Pick<
  JudgedSegment,
  'field' | 'leads' | 'conversions' | 'adjustedLift' | 'amounts'
>;

/** The name of the segment at a position: those of a field stand behind those of the field before. */
function nameAt(fields: Measurement['fields'], position: number) {
  let code = position;
  for (let field = 0; field < fields.length; field++) {
    const { name, values } = fields[field]!; // below the length
    const value = values[code];
    if (value !== undefined) return { field, name, value };
    code -= values.length;
  }
  throw new RangeError(`No segment at ${position}`);
}

/**
 * The segment at a position, with its label and its lift after the cut. The cut multiplies the lift of a
 * segment in a significant interaction by 0.85, also where the lift is below 1.
 * Example: adjusted lift 1.2, one partner: lift after the cut 1.02.
 */
export function judgedSegmentAt(
  { fields, figureOf, figures, value, limits, sameAge, shownQValues }: Measurement,
  position: number,
  { isSignificant, partners, baselineRate, thresholdPercent, expect }: Judgement,
): JudgedSegment {
  const { field, name, value: ownValue } = nameAt(fields, position);
  const at = figureOf[position]!; // this and what follows: a position has figures
  const adjustedLift = figures.adjustedLifts[at]!;
  const [leads, conversions] = [figures.leads[at]!, figures.conversions[at]!];
  const qOfAnyAge = figures.qValues[at]!;
  const q = sameAge?.qValues[position] ?? qOfAnyAge;
  const interval = { low: figures.intervalLows[at]!, high: figures.intervalHighs[at]! };
  const amounts = value && amountsAt(value, figures, at);
  const label = labelSegment({ isSignificant, q: qOfAnyAge, interval }, thresholdPercent);
  const limit =
    label === 'Use'
      ? findLimit(limits, {
          field,
          position,
          adjustedLift,
          mayBeAge: q >= MAX_FALSE_DISCOVERY_RATE,
          expect: () => expect({ field, leads, conversions, adjustedLift, amounts }),
        })
      : null;
  // No spread, which takes several times as long: there may be 100,000 segments.
  return {
    field,
    fieldName: name,
    value: ownValue,
    leads,
    conversions,
    conversionRate: figures.conversionRates[at]!,
    lift: figures.lifts[at]!,
    confidence: figures.confidences[at]!,
    adjustedLift,
    chiSquare: figures.chiSquares[at]!,
    pValue: figures.pValues[at]!,
    q,
    interval,
    cautiousMultiplier: chooseCautiousMultiplier(adjustedLift, interval),
    isSignificant,
    label: limit ? 'Test' : label,
    limit,
    isClearAmongShown: label === 'Test' && (shownQValues?.[at] ?? 1) < MAX_FALSE_DISCOVERY_RATE,
    partners,
    liftAfterCut: partners.length > 0 ? adjustedLift * OVERLAP_FACTOR : adjustedLift,
    baselineRate,
    sameAgeStatistic: sameAge ? sameAge.statistics[position]! : null,
    amounts,
  };
}

/** The q of the segment at a position: that of leads of the same age where ages are known. */
export function qAt({ figureOf, figures, sameAge }: Measurement, position: number): number {
  return sameAge?.qValues[position] ?? figures.qValues[figureOf[position]!]!; // each segment has figures
}

function amountsAt(
  { sums, sumsOfSquares, convertedSums, ...figures }: ValueFigures,
  { leads, conversions }: Measurement['figures'],
  at: number,
): SegmentAmounts {
  const { hasIntervals, largeDeals, cappedLifts, testChiSquares } = figures;
  // The `!` here: each list has an entry per figure.
  return {
    sum: sums[at]!,
    sumOfSquares: sumsOfSquares[at]!,
    testChiSquare: testChiSquares[at]!,
    perLead: sums[at]! / Math.max(1, leads[at]!),
    perConversion: convertedSums[at]! / Math.max(1, conversions[at]!),
    hasInterval: hasIntervals[at] === 1,
    hasLargeDeal: largeDeals[at] === 1,
    cappedLift: cappedLifts[at]!,
  };
}

/**
 * Money per lead of a segment: baseline lead value x adjusted lift, without the cut. It is not stored in the segment, so
 * that another conversion value leaves all 100,000 segments as they are.
 * Example: baseline lead value 20, adjusted lift 1.2: 24.
 */
export function leadValueOf(
  { adjustedLift }: Pick<JudgedSegment, 'adjustedLift'>,
  baselineLeadValue: number,
): number {
  return baselineLeadValue * adjustedLift;
}

/**
 * Sorts segments by lift after the cut, highest first; equal ones in field order, then by name.
 *
 * @param segments by adjusted lift descending, so that the cut ones and the others are each sorted already
 */
export function sortByLiftAfterCut(segments: readonly JudgedSegment[]): JudgedSegment[] {
  const cut = segments.filter(({ partners }) => partners.length > 0);
  if (cut.length === 0) return [...segments];
  const uncut = segments.filter(({ partners }) => partners.length === 0);
  return mergeSorted(uncut, cut, (a, b) => b.liftAfterCut - a.liftAfterCut || compareSegments(a, b));
}

/** Only significant segments may be Use. */
const neverAsked = (): Expectation => ({ kind: 'none' });

// A slider changes the settings many times a second while the measurement stays the same.
const cache = new WeakMap<Measurement, (JudgedSegment | undefined)[]>();

/**
 * The segments of a measurement, by position, as if none were significant, had a partner or were shown to have no
 * difference, which is true of most under any threshold. Each is made at its first use, since the page shows a few of 100,000 at a time.
 */
export function unjudgedSegments(measurement: Measurement): (position: number) => JudgedSegment {
  const { totalLeads, totalConversions, figureOf } = measurement;
  const baselineRate = measureRate({ leads: totalLeads, conversions: totalConversions });
  // At a threshold of 0 only an interval of 1 to 1 shows no difference, as it does at any threshold.
  const judgement = {
    isSignificant: false,
    partners: [],
    baselineRate,
    thresholdPercent: 0,
    expect: neverAsked,
  };
  const made = cache.get(measurement) ?? [];
  // A sparse list: a Map takes several times as long to look up.
  made.length = figureOf.length;
  cache.set(measurement, made);
  return (position) => (made[position] ??= judgedSegmentAt(measurement, position, judgement));
}
