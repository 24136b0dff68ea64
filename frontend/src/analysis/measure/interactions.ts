import { gather } from '../counts/coding.ts';
import { INTERACTION_CONFIDENCE_FACTOR, MAX_PREDICTED_RATE, MIN_INTERACTION_LEADS } from '../constants.ts';
import { countPairs, type CountedField, type Items } from '../counts/count-pairs.ts';
import { measureLift, measureLiftInterval, measureRate } from './lift.ts';
import type { Counts, CrosstabSide, ValuedPart, ValueTotals } from '../counts/valued-leads.ts';
import { chiSquareOfMean, measureValueInterval, possibleLifts } from './value-figures.ts';
import type { Segment, SegmentFigures } from './segments.ts';
import { chiSquareOfShare, chiSquareTail } from '../stats/chi-square.ts';
import type { Interval } from '../stats/intervals.ts';

/** How far the data support that two values convert otherwise than their lifts predict. */
export type PairLabel = 'Real' | 'Possible' | 'No difference' | 'Unclear';

/** One side of an interaction, or a partner of a value rule. */
export interface FieldValue {
  field: string;
  value: string;
}

/** Figures that show whether a pair of values of different fields converts as their separate lifts predict. */
interface InteractionFigures {
  attributes: readonly [FieldValue, FieldValue];
  leads: number;
  conversions: number;
  conversionRate: number;
  /** min(100, round(3 x sqrt(leads))). Segments have another confidence. */
  confidencePercent: number;
  /** Product of the two adjusted lifts. */
  predictedLift: number;
  /** Conversion rate / baseline rate, not shrunk. */
  actualLift: number;
  /** 100 x (actual - predicted), signed points. */
  difference: number;
  /** 95% interval of the difference, in signed points too. */
  interval: Interval;
  pValue: number;
  /** The statistic behind the p-value. */
  chiSquare: number;
  /** By value: what the leads of the pair are worth, and whether the interval is known. Else absent. */
  amounts?: { sum: number; hasInterval: boolean };
}

export interface InteractionTest extends InteractionFigures {
  /** p < 0.05 and |difference| above the threshold. */
  isSignificant: boolean;
  /** The share of chance findings among all tested pairs at least as clear as this one. */
  q: number;
  label: PairLabel;
  /** It would be Real, but the way in which the attributes go together explains it. */
  isExplained?: true;
}

/** A pair of segments that is tested at some threshold, by their positions in the list of segments. */
export interface MeasuredPair {
  positions: readonly [number, number];
  figures: InteractionFigures;
  /** Figures behind a link: what their owner saw, since q looks at pairs that are not shown. */
  ownerJudgement?: Pick<InteractionTest, 'q' | 'label'>;
}

/** The figures of all segments by position, and the positions of those with p < 0.05. */
interface MeasuredSegments {
  figures: SegmentFigures;
  figureOf: Uint32Array;
  candidates: Uint32Array;
}

/** One side of a pair. */
type PairedSegment = Pick<Segment, 'fieldName' | 'value' | 'adjustedLift'> & { position: number };

interface FieldSide extends CrosstabSide {
  /** The segments that may be part of a pair. */
  segments: readonly PairedSegment[];
}

/** The figures of a pair of segments that share these leads. */
export type MeasurePair = (
  pair: readonly [PairedSegment, PairedSegment],
  counts: ValuedPart,
) => InteractionFigures;

/**
 * The figures of every pair of values of different fields that share at least 30 leads and both have p < 0.05 as
 * segments. Largest difference first, equal ones in the order of segments.
 *
 * @param segments the segments of the fields, in field order, then in the order of names
 */
export function measurePairs(
  fields: readonly CountedField[],
  items: Items,
  { segments, measure }: { segments: MeasuredSegments; measure: MeasurePair },
): MeasuredPair[] {
  const sides = listSides(fields, segments);
  const pairs = sides.flatMap((a, index) =>
    sides.slice(index + 1).flatMap((b) =>
      countPairs(a, b, items, MIN_INTERACTION_LEADS).map(({ positions, counts }) => {
        const [first, second] = [a.segments[positions[0]]!, b.segments[positions[1]]!]; // positions on these sides
        return {
          positions: [first.position, second.position] as const,
          figures: measure([first, second], counts),
        };
      }),
    ),
  );
  return pairs.sort(
    (a, b) =>
      Math.abs(b.figures.difference) - Math.abs(a.figures.difference) ||
      a.positions[0] - b.positions[0] ||
      a.positions[1] - b.positions[1],
  );
}

/**
 * Compares the conversions of a pair with the predicted rate = baseline rate x predicted lift, capped just under 1:
 * chi-square with 1 degree of freedom. The cap holds for the test only.
 * Degenerate case: without any conversion the actual lift is 1 and p = 1.
 * Example: baseline rate 0.2, adjusted lifts 1.5 and 1.2: predicted lift 1.8, predicted rate 0.36. 60 conversions of
 * 100: actual lift 3, difference +120, chi-square (60 - 36)² / (100 x 0.36 x 0.64) = 25.
 */
export function measureInteraction(
  pair: readonly [PairedSegment, PairedSegment],
  counts: Counts,
  total: Counts,
): InteractionFigures {
  const predictedRate = Math.min(MAX_PREDICTED_RATE, measureRate(total) * predictLift(pair));
  return toFigures(pair, counts, {
    actualLift: measureLift(counts, total),
    liftInterval: measureLiftInterval(counts, total),
    chiSquare: chiSquareOfShare(counts.conversions, counts.leads, predictedRate),
  });
}

function predictLift([first, second]: readonly [PairedSegment, PairedSegment]): number {
  return first.adjustedLift * second.adjustedLift;
}

function toFigures(
  pair: readonly [PairedSegment, PairedSegment],
  counts: Counts,
  { actualLift, liftInterval, chiSquare }: { actualLift: number; liftInterval: Interval; chiSquare: number },
): InteractionFigures {
  const { leads, conversions } = counts;
  const predictedLift = predictLift(pair);
  const difference = 100 * (actualLift - predictedLift);
  return {
    attributes: [toFieldValue(pair[0]), toFieldValue(pair[1])],
    leads,
    conversions,
    conversionRate: measureRate(counts),
    confidencePercent: Math.min(100, Math.round(INTERACTION_CONFIDENCE_FACTOR * Math.sqrt(leads))),
    predictedLift,
    actualLift,
    difference,
    interval: moveInterval(liftInterval, actualLift, difference),
    pValue: chiSquareTail(chiSquare),
    chiSquare,
  };
}

/**
 * Compares the value per lead of a pair with the predicted one = overall x product of the adjusted value lifts, which is
 * taken as known: z² = n (mean - predicted)² / v with the variance v of all leads, as segments are tested. Where nothing is
 * worth anything the actual lift is 1 and p = 1.
 * Example: value per lead 2.5, v 18.75, adjusted lifts 1.5 and 1.2, so 4.5 predicted: 60 leads with 390, so 6.5 each: actual
 * lift 2.6, difference +80, z² = 60 x 2² / 18.75 = 12.8.
 */
export function measureValuePair(
  pair: readonly [PairedSegment, PairedSegment],
  counts: ValuedPart,
  total: ValueTotals,
): InteractionFigures {
  const totalSum = { leads: total.leads, conversions: total.sum };
  const interval = measureValueInterval(counts, total);
  const figures = toFigures(pair, counts, {
    actualLift: measureLift({ leads: counts.leads, conversions: counts.sum }, totalSum),
    liftInterval: interval ?? possibleLifts(counts, total),
    chiSquare: chiSquareOfMean(counts, measureRate(totalSum) * predictLift(pair), total.variance),
  });
  return { ...figures, amounts: { sum: counts.sum, hasInterval: interval !== null } };
}

/**
 * The 95% interval of actual minus predicted lift, in signed points: the interval of the actual lift, moved. The
 * predicted lift is taken as known, as the test of the pair does.
 * Example: 40 of 100 in 200 of 1,000, predicted lift 1.5, so +50: 9.4 to 98.0.
 *
 * @param difference 100 x (actual - predicted lift)
 * @param counts of the pair
 */
export function measureDifferenceInterval(difference: number, counts: Counts, total: Counts): Interval {
  return moveInterval(measureLiftInterval(counts, total), measureLift(counts, total), difference);
}

function moveInterval({ low, high }: Interval, actualLift: number, difference: number): Interval {
  return { low: difference + 100 * (low - actualLift), high: difference + 100 * (high - actualLift) };
}

/** The segments of each field that may be part of a pair: p < 0.05 and at least 30 leads. */
function listSides(
  fields: readonly CountedField[],
  { figures, figureOf, candidates }: MeasuredSegments,
): FieldSide[] {
  let first = 0;
  return fields.map(({ name, codes, fold }) => {
    const indexOfName = new Uint32Array(fold.names.length).fill(fold.names.length); // an index behind the last
    const segments: PairedSegment[] = [];
    for (const position of candidates) {
      const value = fold.names[position - first];
      const at = figureOf[position]!; // every segment has figures
      if (value === undefined || figures.leads[at]! < MIN_INTERACTION_LEADS) continue;
      const adjustedLift = figures.adjustedLifts[at]!;
      indexOfName[position - first] = segments.push({ position, fieldName: name, value, adjustedLift }) - 1;
    }
    first += fold.names.length;
    const positionOf = segments.length > 0 ? gather(indexOfName, fold.codeOf) : indexOfName;
    return { codes, positionOf, count: segments.length, segments };
  });
}

/** The name of a segment: its field and value. */
export function toFieldValue(segment: Pick<Segment, 'fieldName' | 'value'>): FieldValue {
  return { field: segment.fieldName, value: segment.value };
}
