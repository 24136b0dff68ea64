import {
  INTERACTION_CONFIDENCE_FACTOR,
  MAX_PREDICTED_RATE,
  MIN_INTERACTION_LEADS,
  SIGNIFICANT_P_VALUE,
} from './constants.ts';
import { countPairs } from './count-pairs.ts';
import { measureLift, measureRate, type Counts } from './lift.ts';
import type { Segment } from './segments.ts';
import { chiSquareOfShare, chiSquareTail } from './stats/chi-square.ts';
import type { Tally } from './tally.ts';

/** One side of an interaction, or a partner of a value rule. */
export interface FieldValue {
  field: string;
  value: string;
}

/** Two values of different fields together: does the pair convert as their separate lifts predict? */
export interface InteractionFigures {
  attributes: readonly [FieldValue, FieldValue];
  leads: number;
  conversions: number;
  conversionRate: number;
  /** min(100, round(3 x sqrt(leads))): not the confidence of segments. */
  confidencePercent: number;
  /** Product of the two adjusted lifts. */
  predictedLift: number;
  /** Conversion rate / baseline rate, not shrunk. */
  actualLift: number;
  /** 100 x (actual - predicted), signed points. */
  difference: number;
  pValue: number;
  /** The statistic behind the p-value. */
  chiSquare: number;
}

export interface InteractionTest extends InteractionFigures {
  /** p < 0.05 and |difference| above the threshold. */
  isSignificant: boolean;
}

/** A pair of segments that some threshold may call for a test, by their positions in the list of segments. */
export interface MeasuredPair {
  positions: readonly [number, number];
  figures: InteractionFigures;
}

/**
 * The figures of every pair of values of different fields that shares at least 30 leads and where both
 * segments have p < 0.05. Largest difference first, equal ones in the order of segments.
 *
 * @param segments those of the tally, in field order, then in the order of its values
 */
export function measurePairs(tally: Tally, segments: readonly Segment[]): MeasuredPair[] {
  const total = { leads: tally.totalLeads, conversions: tally.totalConversions };
  const isTested = segments.map(({ pValue }) => pValue < SIGNIFICANT_P_VALUE);
  const pairs = countPairs(tally, isTested, MIN_INTERACTION_LEADS).map(({ positions, counts }) => {
    const [a, b] = positions;
    // Positions of these segments.
    return { positions, figures: measureInteraction([segments[a]!, segments[b]!], counts, total) };
  });
  return pairs.sort(
    (a, b) =>
      Math.abs(b.figures.difference) - Math.abs(a.figures.difference) ||
      a.positions[0] - b.positions[0] ||
      a.positions[1] - b.positions[1],
  );
}

/**
 * Compares the conversions of a pair with the predicted rate = baseline rate x predicted lift, capped just
 * under 1: chi-square with 1 degree of freedom. The cap holds for the test only.
 * Degenerate case: without any conversion the actual lift is 1, and the test says nothing: p = 1.
 * Example: baseline rate 0.2, adjusted lifts 1.5 and 1.2: predicted lift 1.8, predicted rate 0.36. 60
 * conversions of 100: actual lift 3, difference +120, chi-square (60 - 36)² / (100 x 0.36 x 0.64) = 25.
 */
function measureInteraction(
  pair: readonly [Segment, Segment],
  counts: Counts,
  total: Counts,
): InteractionFigures {
  const { leads, conversions } = counts;
  const predictedLift = pair[0].adjustedLift * pair[1].adjustedLift;
  const actualLift = measureLift(counts, total);
  const predictedRate = Math.min(MAX_PREDICTED_RATE, measureRate(total) * predictedLift);
  const chiSquare = chiSquareOfShare(conversions, leads, predictedRate);
  return {
    attributes: [toFieldValue(pair[0]), toFieldValue(pair[1])],
    leads,
    conversions,
    conversionRate: measureRate(counts),
    confidencePercent: Math.min(100, Math.round(INTERACTION_CONFIDENCE_FACTOR * Math.sqrt(leads))),
    predictedLift,
    actualLift,
    difference: 100 * (actualLift - predictedLift),
    pValue: chiSquareTail(chiSquare),
    chiSquare,
  };
}

/** The name of a segment: its field and value. */
export function toFieldValue(segment: Segment): FieldValue {
  return { field: segment.fieldName, value: segment.value };
}
