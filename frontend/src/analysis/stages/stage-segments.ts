import { MIN_TESTED_LEADS } from '../constants.ts';
import type { Counts } from '../counts/valued-leads.ts';
import { labelSegment } from '../judge/label-segment.ts';
import { expectRule, measureRule } from '../judge/expected-to-hold.ts';
import { measureLogRatio, measureLogRatios, weighSpreads } from '../measure/spreads.ts';
import { isSegmentSignificant } from '../judge/judge-segments.ts';
import { findLimit, type LabelLimit } from '../judge/label-limits.ts';
import type { ColumnSpreads, LabelLimits, SegmentLabel } from '../measure/measurement.ts';
import { measureFigures, type CountedFigures } from '../measure/segments.ts';
import { benjaminiHochberg } from '../stats/false-discovery.ts';
import type { Interval } from '../stats/intervals.ts';
import { reachedFlags, type WonCounts } from './chance-to-win.ts';
import { OUTCOME, type StagedLeads } from './staged-leads.ts';

/** An attribute whose values are compared. */
export interface StageField {
  name: string;
  /** The value of each lead. */
  codes: Uint8Array | Uint32Array;
  values: readonly string[];
}

/** How the leads of a value go on from a stage to won, beside all others of the cohort. */
export interface StageSegment extends WonCounts {
  stage: number;
  field: string;
  value: string;
  /** The rate of its leads over that of the others, with half a lead added to each count (method B.1), and its 95% interval as a lift. */
  ratio: number;
  lift: number;
  interval: Interval;
  q: number;
  label: SegmentLabel;
  /** How often its leads reach the stage, over how often all do, with the 95% interval; null for the first stage, which all have reached. */
  reaching: { lift: number; interval: Interval } | null;
  /** It is Use, but its leads do not reach the stage more often, or less often, in the same way: a value per conversion there would miss it. */
  isMissedEarlier: boolean;
  /** The reason why it is not Use. */
  limit: LabelLimit | null;
}

/** The leads of a stage that are old enough. */
export interface StageCohort {
  stage: number;
  /** 1 for each lead of the cohort, else 0. */
  isIn: Uint8Array;
}

export interface LabelChoices {
  thresholdPercent: number;
  /** Reasons for which labels are at most Test. */
  limits: LabelLimits | null;
}

/**
 * Compares how the values of attributes go on from each stage to won, among the leads of its cohort (methods G.4 and B): k wins of n leads
 * of the value, K of N of the cohort. Significant as in the results: chi-square p < 0.05 and adjusted lift outside 1 ± threshold. q is
 * Benjamini and Hochberg's over Fisher's p-values of all values with at least 10 leads, of all stages shown. Use needs 30 leads, 5
 * expected wins and 'Likely to hold' too; spreads are those of the attribute at this stage, each as likely as another before. The test
 * among leads of the same age is not needed: all leads of a cohort have had the time. Values with
 * fewer than 10 leads in a cohort are not listed.
 */
export function compareAtStages(
  fields: readonly StageField[],
  cohorts: readonly StageCohort[],
  { reached, outcomes }: Pick<StagedLeads, 'reached' | 'outcomes'>,
  { thresholdPercent, limits }: LabelChoices,
): StageSegment[] {
  const won = outcomes.map((outcome) => Number(outcome === OUTCOME.won));
  const [first] = cohorts;
  const counted = cohorts.flatMap((cohort) => {
    const isReached = first && cohort !== first ? reachedFlags({ reached }, cohort.stage) : null;
    return fields.map((field, index) => ({
      stage: cohort.stage,
      field: index,
      ...countValues(field, cohort.isIn, won),
      reaching: first && isReached ? countValues(field, first.isIn, isReached).figures : null,
    }));
  });
  const pValues = joined(counted.map(({ figures }) => figures.discoveryPValues));
  const repeats = Uint32Array.from(counted.flatMap(({ figures }) => [...figures.leads].map(isTested)));
  const qValues = benjaminiHochberg(pValues, repeats);
  let from = 0;
  return counted.flatMap((column) => {
    const qOf = qValues.subarray(from, from + column.figures.leads.length);
    from += column.figures.leads.length;
    return labelValues(column, fields[column.field]!, qOf, { thresholdPercent, limits }); // a field each
  });
}

const isTested = (leads: number) => Number(leads >= MIN_TESTED_LEADS);

function joined(lists: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

interface CountedField {
  stage: number;
  field: number;
  total: Counts;
  figures: CountedFigures;
  /** Of how many leads of the first cohort have reached the stage. */
  reaching: CountedFigures | null;
}

/** Leads of a cohort, and those with a flag, per value. */
function countValues({ codes, values }: StageField, isIn: Uint8Array, flags: Uint8Array) {
  const [leads, flagged] = [new Uint32Array(values.length), new Uint32Array(values.length)];
  const total = { leads: 0, conversions: 0 };
  for (let lead = 0; lead < isIn.length; lead++) {
    if (isIn[lead] === 0) continue;
    // The `!` here: a code and a flag per lead, a count per value.
    const [code, flag] = [codes[lead]!, flags[lead]!];
    leads[code]!++;
    flagged[code]! += flag;
    total.leads++;
    total.conversions += flag;
  }
  return { total, figures: measureFigures(leads, flagged, total) };
}

function labelValues(
  { stage, field, total, figures, reaching }: CountedField,
  { name, values }: StageField,
  qValues: Float64Array,
  { thresholdPercent, limits }: LabelChoices,
): StageSegment[] {
  const parts = Array.from(figures.leads, (leads, value) => {
    return { leads, conversions: figures.conversions[value]! }; // a count for each
  });
  const ratios = measureLogRatios(parts, total);
  const spreads: ColumnSpreads = { values: ratios.length, weights: weighSpreads(ratios) };
  return parts.flatMap((part, value) => {
    if (part.leads < MIN_TESTED_LEADS) return [];
    // The `!` here: figures for each value.
    const adjustedLift = figures.adjustedLifts[value]!;
    const interval = { low: figures.intervalLows[value]!, high: figures.intervalHighs[value]! };
    const q = qValues[value]!;
    const isSignificant = isSegmentSignificant(
      { pValue: figures.pValues[value]!, adjustedLift },
      thresholdPercent,
    );
    const ratio = measureLogRatio(part, total);
    const expect = () => expectRule(measureRule(part, total), { total, ...spreads }, thresholdPercent);
    const byTests = labelSegment({ isSignificant, q, interval }, thresholdPercent);
    const limit =
      byTests === 'Use'
        ? findLimit(limits ?? undefined, { field, position: value, adjustedLift, mayBeAge: false, expect })
        : null;
    const label = limit ? 'Test' : byTests;
    const reach = reaching && {
      lift: reaching.lifts[value]!,
      interval: { low: reaching.intervalLows[value]!, high: reaching.intervalHighs[value]! },
    };
    return {
      stage,
      field: name,
      value: values[value]!,
      leads: part.leads,
      wins: part.conversions,
      ratio: Math.exp(ratio.log),
      lift: figures.lifts[value]!,
      interval,
      q,
      label,
      reaching: reach,
      isMissedEarlier: label === 'Use' && reach !== null && !isOnSide(reach.interval, adjustedLift),
      limit,
    };
  });
}

/** Whether an interval lies on the side of 1 that a lift does. */
const isOnSide = ({ low, high }: Interval, lift: number) => (lift > 1 ? low > 1 : high < 1);
