import { measureOutcome, type Outcome } from './outcome.ts';
import { sumByCode } from '../counts/coding.ts';
import { estimateCombinations, fitTally, type Estimates } from '../balanced/estimate-combinations.ts';
import { showsNoDifference } from './label-segment.ts';
import { expectSegment, weighFields } from './expectations.ts';
import { foldUnchanged } from '../counts/fold-values.ts';
import { toFieldValue, type FieldValue, type InteractionTest } from '../measure/interactions.ts';
import { testBeyondBalanced } from './beyond-balanced.ts';
import { judgePairs } from './judge-pairs.ts';
import {
  isSegmentSignificant,
  judgedSegmentAt,
  type JudgedSegment,
  type RuledSegment,
  unjudgedSegments,
} from './judge-segments.ts';
import { measureRate } from '../measure/lift.ts';
import {
  type SegmentLabel,
  type ColumnSpreads,
  measureFields,
  type OwnerJudgement,
  type Measurement,
} from '../measure/measurement.ts';
import { type Tally, type ValuedTally, codedFields } from '../counts/tally.ts';
import { clampSettings, type Settings } from './settings.ts';
import type { Basis, ValueFigures } from '../counts/mapping.ts';
import { findOutside, suggestValueRules, type ValueRule } from './value-rules.ts';

export type { Measurement, Settings };

/** Every figure of the results. */
export interface Analysis extends Outcome {
  /** The settings within their limits, as the figures use them. */
  settings: Settings;
  totalLeads: number;
  totalConversions: number;
  /** Conversions / leads, 0 without leads. */
  baselineRate: number;
  /** The amounts behind the figures by value; null by conversions. */
  value: ValueFigures | null;
  /** Rate value x baseline: conversion value x baseline rate, or the value per lead. */
  baselineLeadValue: number;
  fields: readonly { name: string; values: readonly string[] }[];
  /** The estimates for combinations of values; null until they are counted, and if only the figures are stored. */
  estimates: Estimates | null;
  discoveries: Measurement['discoveries'];
  leftOut: Measurement['leftOut'];
  otherStatuses: Measurement['otherStatuses'];
  latest: Measurement['latest'];
  /** How the values of each field are spread; see `expectSegment`. Made at the first access where the measurement has none. */
  readonly spreads: readonly ColumnSpreads[];
  /**
   * All segments, by adjusted lift descending; equal ones in field order, then by name. The list is made at the first
   * access, since the first screen needs a few of up to 100,000 segments.
   */
  readonly segments: readonly JudgedSegment[];
  /** The significant segments, in the same order. */
  significantSegments: readonly JudgedSegment[];
  /** How many segments have each label, counted without making the list of segments. */
  labelCounts: Readonly<Record<SegmentLabel, number>>;
  /** Significant ones first, then by |difference| descending. */
  interactionTests: readonly InteractionTest[];
  /** By suggested multiplier descending; equal ones in field order, then by name. */
  valueRules: readonly ValueRule[];
  hasInteractions: boolean;
  significantInteractions: number;
  /** Tested pairs of shared figures that are not shown. */
  hidden: HiddenTests;
}

interface HiddenTests {
  tests: number;
  /** The segments in tested pairs, shown or not; empty where all are shown. */
  tested: readonly FieldValue[];
}

/**
 * The results of a measurement under these settings. It only compares and multiplies: it counts no row and computes
 * no test again. Settings outside their limits are brought within them, so that every figure is finite.
 */
export function judge(
  measurement: Measurement,
  settings: Settings,
  estimates: Estimates | null = null,
): Analysis {
  const { byLift, totalLeads, totalConversions, pairs, ownerJudgement } = measurement;
  const used = clampSettings(settings);
  const baselineRate = measureRate({ leads: totalLeads, conversions: totalConversions });
  const { value } = measurement;
  const outcome = measureOutcome(measurement, { baselineRate, conversionValue: used.conversionValue });
  const significant = findSignificant(measurement, used.thresholdPercent);
  const significance = new Uint8Array(byLift.length);
  for (const position of significant) significance[position] = 1;
  // By value the balanced multipliers predict money, which this test is not made for.
  const beyond = estimates && !estimates.tally.worth ? testBeyondBalanced(pairs, estimates.tally) : null;
  const { tests, significantTests, partners } = judgePairs(
    pairs,
    significance,
    used.thresholdPercent,
    beyond,
  );

  const unjudgedAt = unjudgedSegments(measurement);
  let spreads = measurement.spreads;
  const weigh = () => (spreads ??= weighFields(measurement));
  const judged = new Map<number, JudgedSegment>();
  const judgeEach = (positions: Iterable<number>, isSignificant: boolean) => {
    for (const position of positions) {
      const shown = (partners.get(position) ?? []).map((partner) => toFieldValue(unjudgedAt(partner)));
      const overlaps = ownerJudgement?.overlaps.get(position) ?? 0;
      const judgement = {
        isSignificant,
        partners: overlaps > shown.length ? [...shown, ...nameHidden(overlaps - shown.length)] : shown,
        baselineRate,
        thresholdPercent: used.thresholdPercent,
        expect: (ruled: RuledSegment) =>
          expectSegment(ruled, { spreads: weigh(), settings: used, totalLeads, totalConversions, value }),
      };
      const segment = judgedSegmentAt(measurement, position, judgement);
      judged.set(
        position,
        ownerJudgement ? { ...segment, ...seenAt(ownerJudgement, position, segment) } : segment,
      );
    }
  };
  judgeEach(significant, true);
  const significantSegments = [...judged.values()];
  const settled = findWithoutDifference(measurement, used.thresholdPercent).filter((at) => !significance[at]);
  judgeEach(settled, false);
  // Faster than asking the map for each of 100,000 segments.
  const isJudged = Uint8Array.from(significance);
  for (const position of settled) isJudged[position] = 1;
  const listJudged = (positions: Uint32Array) => {
    const list: JudgedSegment[] = [];
    // The `!` here: these have been judged.
    for (const position of positions)
      list.push(isJudged[position] ? judged.get(position)! : unjudgedAt(position));
    return list;
  };
  let segments: JudgedSegment[] | undefined;
  return {
    settings: used,
    totalLeads,
    totalConversions,
    baselineRate,
    ...outcome,
    value,
    baselineLeadValue: outcome.rateValue * outcome.baseline,
    fields: measurement.fields,
    estimates,
    discoveries: measurement.discoveries,
    leftOut: measurement.leftOut,
    otherStatuses: measurement.otherStatuses,
    latest: measurement.latest,
    get spreads() {
      return weigh();
    },
    get segments() {
      return (segments ??= listJudged(byLift));
    },
    significantSegments,
    labelCounts: countLabels(byLift.length, significantSegments, settled.length),
    interactionTests: tests,
    valueRules: suggestValueRules(
      listJudged(findOutside(measurement, used.thresholdPercent)),
      used.thresholdPercent,
    ),
    hasInteractions: significantTests > 0,
    significantInteractions: significantTests,
    hidden: {
      tests: ownerJudgement?.hiddenTests ?? 0,
      tested: Array.from(ownerJudgement?.overlaps.keys() ?? [], (position) =>
        toFieldValue(unjudgedAt(position)),
      ),
    },
  };
}

/** Partners of pairs that are not shown. They stay nameless, since their names would tell how many leads both share. */
function nameHidden(count: number): FieldValue[] {
  return Array.from({ length: count }, (_, at) => ({
    field: 'Another attribute',
    value: at === 0 ? 'not shown' : `not shown (${at + 1})`,
  }));
}

function seenAt(
  { labels, rules }: OwnerJudgement,
  position: number,
  { label, liftAfterCut }: JudgedSegment,
): Pick<JudgedSegment, 'label' | 'liftAfterCut'> {
  return { label: labels.get(position) ?? label, liftAfterCut: rules.get(position) ?? liftAfterCut };
}

/** Only significant segments are Use or Test; all that show no difference are known, and the rest is unclear. */
function countLabels(
  all: number,
  significant: readonly JudgedSegment[],
  withoutDifference: number,
): Analysis['labelCounts'] {
  const use = significant.filter(({ label }) => label === 'Use').length;
  return {
    Use: use,
    Test: significant.length - use,
    'No difference': withoutDifference,
    Unclear: all - significant.length - withoutDifference,
  };
}

/** Positions of the significant segments, by adjusted lift descending. */
function findSignificant(
  { candidates, figures, figureOf }: Measurement,
  thresholdPercent: number,
): Uint32Array {
  return candidates.filter((position) => {
    // The `!` here: every segment has figures.
    const at = figureOf[position]!;
    const segment = { pValue: figures.pValues[at]!, adjustedLift: figures.adjustedLifts[at]! };
    return isSegmentSignificant(segment, thresholdPercent);
  });
}

/** Positions of the segments whose interval shows no difference. */
function findWithoutDifference({ figures, figureOf }: Measurement, thresholdPercent: number): number[] {
  const { intervalLows, intervalHighs } = figures;
  // The `!` here: both ends of each, and every segment has figures.
  const isShown = Uint8Array.from(intervalLows, (low, at) =>
    Number(showsNoDifference({ low, high: intervalHighs[at]! }, thresholdPercent)),
  );
  const positions: number[] = [];
  // A plain loop, which is several times faster than one over entries().
  for (let position = 0; position < figureOf.length; position++)
    if (isShown[figureOf[position]!]! > 0) positions.push(position);
  return positions;
}

/** The measurement that the reader looks at; that of conversions where leads have no amounts. The same leads count on both bases. */
export function pickMeasurement(measurement: Measurement, basis: Basis): Measurement {
  const { byValue, leftOut, otherStatuses } = measurement;
  if (basis !== 'value' || !byValue) return measurement;
  return { ...byValue, ...(leftOut && { leftOut }), ...(otherStatuses && { otherStatuses }) };
}

/**
 * The measurement of a tally: rates, p-values and orders, which do not depend on the settings. The thread measures
 * without a tally, and finds the same.
 */
export function measure(tally: ValuedTally): Measurement {
  const fields = codedFields(tally).map(({ name, values, codes }) => {
    return {
      name,
      codes,
      leads: sumByCode(tally.leads, codes, values.length),
      conversions: sumByCode(tally.conversions, codes, values.length),
      fold: foldUnchanged(values),
    };
  });
  const total = { leads: tally.totalLeads, conversions: tally.totalConversions };
  return measureFields(fields, {
    leads: tally.leads,
    conversions: tally.conversions,
    total,
    valued: tally.valued ?? null,
  });
}

/**
 * The whole path from counts to results. A view whose reader changes the settings keeps the measurement and calls
 * `judge`.
 *
 * @internal
 */
export function analyse(tally: Tally, settings: Settings): Analysis {
  return judge(measure(tally), settings, estimateCombinations(fitTally(tally)));
}
