import type { Estimates } from '../balanced/estimate-combinations.ts';
import { sumByCode } from '../counts/coding.ts';
import { codesByName } from '../counts/tally.ts';
import type { Analysis } from '../judge/analyse.ts';
import type { JudgedSegment } from '../judge/judge-segments.ts';
import { planLeadsOf, sumValues } from '../platforms/planned-leads.ts';

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
  return tally.fields.map(({ values }, field) => {
    const counts = sumByCode(tally.leads, tally.codes[field]!, values.length); // a list per field
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
