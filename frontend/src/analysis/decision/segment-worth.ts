import type { Estimates } from '../balanced/estimate-combinations.ts';
import { sumByCode } from '../counts/coding.ts';
import { codesByName, codedFields } from '../counts/tally.ts';
import type { Analysis } from '../judge/analyse.ts';
import type { JudgedSegment } from '../judge/judge-segments.ts';
import { planLeadsOf, sumValues } from '../platforms/planned-leads.ts';
import type { Side } from '../judge/expected-to-hold.ts';
import { adjustLift, measureLiftInterval } from '../measure/lift.ts';
import { exceedsThreshold } from '../judge/settings.ts';

/** Per field and code the mean value of the leads, as a multiple of the mean over all leads. */
type MeanValues = readonly Float64Array[];

const meanValues = new WeakMap<Estimates['tally'], MeanValues>();

function meanValuesOf(tally: Estimates['tally']): MeanValues {
  const made = meanValues.get(tally) ?? measureMeanValues(tally);
  meanValues.set(tally, made);
  return made;
}

function measureMeanValues(tally: Estimates['tally']): MeanValues {
  const leads = planLeadsOf(tally);
  return codedFields(tally).map(({ codes, values }, field) => {
    const counts = sumByCode(tally.leads, codes, values.length);
    // A value without leads is worth the mean.
    return sumValues(leads, field).map((sum, code) => (counts[code] ? sum / counts[code] : 1));
  });
}

/**
 * The worth of a lead of a segment: the mean best estimate of its leads, in money. Files and look-ups carry the best estimate of each
 * combination, so the mean of a file's column over these leads is this figure. Null until the combinations are counted, and for shared and
 * stored figures, which have none.
 * Example: baseline lead value 20; 10 leads of the segment are estimated at 1.5 times the mean, 30 at 0.9: 20 x 1.05 = 21.
 */
export function worthOfSegment(
  { field, value }: Pick<JudgedSegment, 'field' | 'value'>,
  { estimates, baselineLeadValue }: Pick<Analysis, 'estimates' | 'baselineLeadValue'>,
): number | null {
  if (!estimates) return null;
  const { tally } = estimates;
  const code = codesByName(tally.fields)[field]?.get(value);
  const mean = code === undefined ? undefined : meanValuesOf(tally)[field]?.[code];
  return mean === undefined ? null : mean * baselineLeadValue;
}

/** Why the worth of a lead is not its counted rate x value. */
export type WorthReason = 'drawn' | 'columns';

/** A worth within this share of rate x value needs no words, and one within it of the adjusted lift's is drawn to the average. */
const ABOUT = 0.1;

/**
 * Why what a lead is worth differs by over 10% from rate x value, which by value is the mean value per lead (methods F.2): 'drawn' where
 * it lies between the average and that, within 10% of adjusted lift x average, as few leads are drawn to the average; else 'columns', since
 * the best estimate counts the other columns too; without other columns it is always drawn. Null within 10%, also where all of them are 0.
 * Example: average 20, rate x value 40, adjusted lift 1.6: a worth of 33 is drawn (32 is), one of 25 is that of the other columns.
 */
export function explainWorth(
  { lift, adjustedLift }: Pick<JudgedSegment, 'lift' | 'adjustedLift'>,
  worth: number,
  { baselineLeadValue: average, fields }: Pick<Analysis, 'baselineLeadValue' | 'fields'>,
): WorthReason | null {
  const counted = lift * average;
  if (Math.abs(worth - counted) <= ABOUT * counted) return null;
  if (fields.length === 1) return 'drawn';
  const adjusted = adjustedLift * average;
  const isBetween = worth >= Math.min(average, counted) && worth <= Math.max(average, counted);
  return isBetween && Math.abs(worth - adjusted) <= ABOUT * adjusted ? 'drawn' : 'columns';
}

/** The side of the adjusted lift; null where it is exactly 1. */
function sideOf({ adjustedLift }: Pick<JudgedSegment, 'adjustedLift'>): Side | null {
  if (adjustedLift === 1) return null;
  return adjustedLift > 1 ? 'raise' : 'cut';
}

/**
 * How strong a difference is at least: |ln| of the end of its 95% interval that lies nearer to 1, below 0 where the interval holds 1.
 * A few leads have a large lift and a wide interval, so this end, and never the lift, says which difference is named first.
 * Without a side it is -Infinity; so it is for a raise whose interval begins at 0.
 * Example: 1.59 to 2.48 is ln 1.59 = 0.47 strong; 0.3 to 0.8 is -ln 0.8 = 0.22; 0.9 to 4 is ln 0.9 = -0.11.
 */
function measureStrength(segment: Pick<JudgedSegment, 'adjustedLift' | 'interval'>): number {
  const { low, high } = segment.interval;
  const side = sideOf(segment);
  if (side === null) return -Infinity;
  return side === 'raise' ? Math.log(low) : -Math.log(high);
}

/** The segments, the strongest first; of equal ones that with the most leads, then the first of the list. */
export function sortByStrength(segments: readonly JudgedSegment[]): JudgedSegment[] {
  const strengths = new Map(segments.map((segment) => [segment, measureStrength(segment)]));
  const strengthOf = (segment: JudgedSegment) => strengths.get(segment) ?? -Infinity;
  // Equal infinities have no difference.
  return segments.toSorted((a, b) => {
    const [first, second] = [strengthOf(a), strengthOf(b)];
    return first === second ? b.leads - a.leads : second - first;
  });
}

/** The strongest segment of a side; null without one. */
export function strongestOf(segments: readonly JudgedSegment[], side: Side): JudgedSegment | null {
  return sortByStrength(segments.filter((segment) => sideOf(segment) === side))[0] ?? null;
}

/** A segment that converts less than the average and is worth more, or the other way round. */
export interface TurnedSegment {
  segment: JudgedSegment;
  /** The adjusted lift of its conversions. */
  byConversions: number;
  /** Its adjusted value lift. */
  byValue: number;
}

/**
 * The segment that conversions and amounts judge differently: both 95% intervals exclude 1, on different sides, both adjusted lifts lie
 * outside the threshold, and the value lift is significant. Of several that with the strongest value lift; null without one.
 * Example: 0.74x by conversions (0.60 to 0.90) and 1.40x by value (1.10 to 1.80).
 *
 * @param byValue the results by value
 */
export function findTurned(byValue: Analysis): TurnedSegment | null {
  const { significantSegments, totalLeads, totalConversions, settings } = byValue;
  const total = { leads: totalLeads, conversions: totalConversions };
  const clear = significantSegments.filter((segment) => measureStrength(segment) > 0);
  for (const segment of sortByStrength(clear)) {
    const byConversions = adjustLift(segment, total);
    const isTurned =
      byConversions > 1 !== segment.adjustedLift > 1 &&
      exceedsThreshold(byConversions - 1, settings.thresholdPercent) &&
      measureStrength({ adjustedLift: byConversions, interval: measureLiftInterval(segment, total) }) > 0;
    if (isTurned) return { segment, byConversions, byValue: segment.adjustedLift };
  }
  return null;
}
