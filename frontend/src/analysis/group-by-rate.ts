import { CALIBRATION_GROUPS } from './constants.ts';
import { baselineOf, observedOf, type Tally } from './tally.ts';

/** A tenth of the leads, by predicted rate: leads and conversions, by value money. Each figure may be a fraction. */
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
 */
export function groupByRate(tally: Tally, rates: Float64Array): CalibrationGroup[] {
  const size = tally.totalLeads / CALIBRATION_GROUPS;
  const groups = Array.from({ length: CALIBRATION_GROUPS }, () => ({ leads: 0, predicted: 0, actual: 0 }));
  let number = 0;
  for (const { leads, predicted, actual } of sortByRate(tally, rates)) {
    for (let left = leads; left > 0;) {
      const group = groups[number]!; // the last one takes all that is left
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

/** Rates from 2^-20 to 2^6 are told apart in steps of 2^(1/256), which is 0.3%; by value so many times the baseline. */
const [LOWEST_RATE_POWER, HIGHEST_RATE_POWER, RATE_STEPS] = [-20, 6, 256];

/** The leads in steps of their predicted rate, lowest first. To sort 100,000 combinations would take much longer. */
function sortByRate(tally: Tally, rates: Float64Array): CalibrationGroup[] {
  const { leads, worth } = tally;
  const { observed } = observedOf(tally);
  const unit = worth ? baselineOf(tally) || 1 : 1;
  const count = (HIGHEST_RATE_POWER - LOWEST_RATE_POWER) * RATE_STEPS;
  const [counted, predicted, actual] = [0, 0, 0].map(() => new Float64Array(count));
  // The `!` here: both counts and a rate per combination; three lists with a place for each step.
  for (let at = 0; at < rates.length; at++) {
    if (leads[at] === 0) continue;
    const step = Math.floor((Math.log2(rates[at]! / unit) - LOWEST_RATE_POWER) * RATE_STEPS);
    const place = Math.min(Math.max(step, 0), count - 1);
    counted![place]! += leads[at]!;
    predicted![place]! += leads[at]! * rates[at]!;
    actual![place]! += observed[at]!;
  }
  const steps: CalibrationGroup[] = [];
  for (let place = 0; place < count; place++) {
    if (counted![place] === 0) continue;
    steps.push({ leads: counted![place]!, predicted: predicted![place]!, actual: actual![place]! });
  }
  return steps;
}
