import {
  measurePairs,
  toFieldValue,
  type FieldValue,
  type InteractionTest,
  type MeasuredPair,
} from './interactions.ts';
import { judgePairs } from './judge-interactions.ts';
import { judgeSegment, judgeSignificance, type JudgedSegment } from './judge-segments.ts';
import { measureRate } from './lift.ts';
import { orderDescending } from './order.ts';
import { measureSegments, type Segment } from './segments.ts';
import type { Tally } from './tally.ts';
import { sortValues } from './sort-values.ts';
import { clampSettings, type Settings } from './settings.ts';
import { prepareJudging } from './unjudged.ts';
import { suggestValueRules, type ValueRule } from './value-rules.ts';

export type { Settings };

/** All figures that do not depend on the settings. */
export interface Measurement {
  /** With the values of each field in the order of names, '(Blank)' last. */
  tally: Tally;
  /** In field order, then by name. */
  segments: readonly Segment[];
  /** Positions of the segments, highest adjusted lift first, equal ones in the order of segments. */
  byLift: Uint32Array;
  pairs: readonly MeasuredPair[];
}

/** Every figure of the results. */
export interface Analysis {
  /** As used: within their limits. */
  settings: Settings;
  totalLeads: number;
  totalConversions: number;
  /** Conversions / leads, 0 without leads. */
  baselineRate: number;
  /** Conversion value x baseline rate. */
  baselineLeadValue: number;
  fields: readonly { name: string; values: readonly string[] }[];
  /** All, by adjusted lift descending; equal ones in field order, then by name. */
  segments: readonly JudgedSegment[];
  /** Significant ones first, then by |difference| descending. */
  interactionTests: readonly InteractionTest[];
  /** By suggested multiplier descending; equal ones in field order, then by name. */
  valueRules: readonly ValueRule[];
  hasInteractions: boolean;
  significantInteractions: number;
}

/** Everything that does not depend on the settings, once per tally: counts, rates, p-values, orders. */
export function measure(counted: Tally): Measurement {
  const tally = sortValues(counted);
  const segments = measureSegments(tally);
  const byLift = orderDescending(Float64Array.from(segments, ({ adjustedLift }) => adjustedLift));
  return { tally, segments, byLift, pairs: measurePairs(tally, segments) };
}

/**
 * The results under these settings, from a measurement: comparisons and products only, no row and no test is
 * computed again. Settings outside their limits are brought within them, so that every figure is finite.
 */
export function judge(measurement: Measurement, settings: Settings): Analysis {
  const { tally, segments, pairs } = measurement;
  const used = clampSettings(settings);
  const baselineRate = measureRate({ leads: tally.totalLeads, conversions: tally.totalConversions });
  const baselineLeadValue = used.conversionValue * baselineRate;
  const { candidates, places, segments: unjudged } = prepareJudging(measurement);
  const significance = judgeSignificance(segments, candidates, used.thresholdPercent);
  const { tests, significantTests, partners } = judgePairs(pairs, significance, used.thresholdPercent);
  const ordered = [...unjudged];
  for (const position of candidates) {
    // The `!` here: positions and places come from these segments. Partners have only candidates.
    if (!significance[position]) continue;
    const judgement = { isSignificant: true, baselineRate };
    const names = nameAll(partners.get(position), segments);
    ordered[places[position]!] = judgeSegment(segments[position]!, names, judgement);
  }
  return {
    settings: used,
    totalLeads: tally.totalLeads,
    totalConversions: tally.totalConversions,
    baselineRate,
    baselineLeadValue,
    fields: tally.fields,
    segments: ordered,
    interactionTests: tests,
    valueRules: suggestValueRules(ordered, used.thresholdPercent),
    hasInteractions: significantTests > 0,
    significantInteractions: significantTests,
  };
}

/** The whole path from counts to results. A view that turns the settings keeps the measurement instead. */
export function analyse(tally: Tally, settings: Settings): Analysis {
  return judge(measure(tally), settings);
}

const NO_NAMES: readonly FieldValue[] = [];

function nameAll(
  positions: readonly number[] | undefined,
  segments: readonly Segment[],
): readonly FieldValue[] {
  if (positions === undefined) return NO_NAMES;
  // The positions come from the pairs of these segments.
  return positions.map((position) => toFieldValue(segments[position]!));
}
