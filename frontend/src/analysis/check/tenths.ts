import { observedOf, baselineOf, type Tally } from '../counts/tally.ts';
import { varianceOf } from '../counts/valued-leads.ts';
import { createNormal, drawBinomial } from '../stats/random.ts';

/** Predicted and actual conversions are compared in this many groups of equally many leads, by predicted rate. */
export const CALIBRATION_GROUPS = 10;

/** A tenth of the leads, by predicted rate: leads and conversions, or by value amounts. Each figure may be a fraction. */
export interface CalibrationGroup {
  leads: number;
  predicted: number;
  actual: number;
}

/**
 * Ten groups of equally many leads, lowest predicted rate first. Leads of about the same rate at the border of two groups
 * give each its share of leads and conversions, as fractions.
 * Example: 15 leads at a rate of 0.1 with 3 conversions and 5 at 0.4 with 2: each group has 2 leads; the eighth has one of
 * both, 0.5 predicted and 0.6 actual conversions.
 *
 * @param steps from `byRate`
 */
export function dealTenths(steps: readonly CalibrationGroup[]): CalibrationGroup[] {
  const size = steps.reduce((sum, { leads }) => sum + leads, 0) / CALIBRATION_GROUPS;
  const groups = Array.from({ length: CALIBRATION_GROUPS }, () => ({ leads: 0, predicted: 0, actual: 0 }));
  let number = 0;
  for (const { leads, predicted, actual } of steps) {
    for (let left = leads; left > 0;) {
      const group = groups[number]!; // the last group takes all leads that are left
      const isLast = number === groups.length - 1;
      const room = isLast ? left : size - group.leads;
      const taken = Math.min(left, room);
      group.leads += taken;
      group.predicted += (predicted * taken) / leads;
      group.actual += (actual * taken) / leads;
      left -= taken;
      if (taken === room && !isLast) number++;
    }
  }
  return groups;
}

/** Rates from 2^-20 to 2^6 are told apart in steps of 2^(1/256), which is 0.3%; by value a rate is a multiple of the baseline. */
const [LOWEST_RATE_POWER, HIGHEST_RATE_POWER, RATE_STEPS] = [-20, 6, 256];

/** The leads in steps of their predicted rate, lowest first. To sort 100,000 combinations would take much longer. */
export function byRate(tally: Tally, rates: Float64Array): CalibrationGroup[] {
  const { leads, worth } = tally;
  const { observed } = observedOf(tally);
  const unit = worth ? baselineOf(tally) || 1 : 1;
  const count = (HIGHEST_RATE_POWER - LOWEST_RATE_POWER) * RATE_STEPS;
  const list = () => new Float64Array(count);
  const [counted, predicted, actual] = [list(), list(), list()];
  // The `!` here: both counts and a rate per combination, a position for each step.
  for (let at = 0; at < rates.length; at++) {
    if (leads[at] === 0) continue;
    const step = Math.floor((Math.log2(rates[at]! / unit) - LOWEST_RATE_POWER) * RATE_STEPS);
    const position = Math.min(Math.max(step, 0), count - 1);
    counted[position]! += leads[at]!;
    predicted[position]! += leads[at]! * rates[at]!;
    actual[position]! += observed[at]!;
  }
  const steps: CalibrationGroup[] = [];
  for (let position = 0; position < count; position++) {
    if (counted[position] === 0) continue;
    steps.push({ leads: counted[position]!, predicted: predicted[position]!, actual: actual[position]! });
  }
  return steps;
}

/** Sum over the tenths of |predicted - actual| / all that happened; 0 where nothing did. */
export function missOfTenths(tenths: readonly CalibrationGroup[], actual: number): number {
  if (actual === 0) return 0;
  return tenths.reduce((sum, tenth) => sum + Math.abs(tenth.predicted - tenth.actual), 0) / actual;
}

interface Redraw {
  random(): number;
  draws: number;
  /** By value the sum of squared amounts / sum of amounts, which gives outcomes their spread; null by conversions. */
  squaresPerUnit: number | null;
}

/**
 * The errors of the tenths where each prediction is right (methods L.1): outcomes are drawn from the predictions, and their errors are
 * measured like those of the outcomes that happened, with the same ties. By conversions the leads of a step convert each with its rate; by
 * value their money is a normal number with the variance of the observed amounts, never below 0.
 * Example: one rate for 1,000 leads, 200 of them expected: all tenths share one outcome, so they miss |drawn - 200| / drawn, about 5%.
 *
 * @param steps from `byRate`
 */
export function redrawMisses(
  steps: readonly CalibrationGroup[],
  { random, draws, squaresPerUnit }: Redraw,
): number[] {
  const normal = createNormal(random);
  const draw = ({ leads, predicted }: CalibrationGroup) => {
    if (squaresPerUnit === null) return drawBinomial([leads, predicted / leads], random, normal);
    const variance = leads * varianceOf(leads, predicted, squaresPerUnit * predicted);
    return Math.max(0, predicted + Math.sqrt(variance) * normal());
  };
  return Array.from({ length: draws }, () => {
    const drawn = steps.map((step) => ({ ...step, actual: draw(step) }));
    return missOfTenths(
      dealTenths(drawn),
      drawn.reduce((sum, { actual }) => sum + actual, 0),
    );
  });
}
