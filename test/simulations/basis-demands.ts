import { chooseBasis } from '#frontend/analysis/measure/choose-basis.ts';
import type { Basis } from '#frontend/analysis/counts/mapping.ts';
import { CONFIDENCE_PRIOR_LEADS } from '#frontend/analysis/constants.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { between, drawFactors, drawNormal, drawShares, wholeBetween, type Random } from './drawn-leads.ts';
import type { Repeats } from './finder-demands.ts';

/** The standard deviation of the logarithm of a deal around the mean of its value. */
const DEAL_SPREAD = 0.7;
/** That of the factors by which values of an attribute convert more often, and of those by which their deals are larger. */
const RATE_SPREAD = 0.3;
const SIZE_SPREAD = 0.4;
const MEAN_DEAL = 1000;

interface DrawnDeals {
  /** Per value of the attribute: leads, won leads and the sum of their amounts, and what a lead is really worth. */
  values: { leads: number; wins: number; sum: number; worth: number }[];
  amounts: number[];
  valueOf: number[];
}

/** Leads of 3 to 6 values at a rate of 10 to 30%, about `wins` of them won; their deals differ between the values or not. */
function drawDeals(random: Random, wins: number, areDifferent: boolean): DrawnDeals {
  const baseline = between(random, 0.1, 0.3);
  const shares = drawShares(random, wholeBetween(random, 3, 6));
  const rates = drawFactors(random, shares, RATE_SPREAD).map((factor) => Math.min(0.9, baseline * factor));
  const sizes = drawFactors(random, shares, areDifferent ? SIZE_SPREAD : 0);
  const drawn: DrawnDeals = { values: [], amounts: [], valueOf: [] };
  for (const [value, share] of shares.entries()) {
    const leads = Math.round((wins / baseline) * share);
    const mean = MEAN_DEAL * (sizes[value] ?? 1);
    const figures = { leads, wins: 0, sum: 0, worth: (rates[value] ?? 0) * mean };
    for (let lead = 0; lead < leads; lead++) {
      if (random() >= (rates[value] ?? 0)) continue;
      const amount = mean * Math.exp(DEAL_SPREAD * drawNormal(random) - DEAL_SPREAD ** 2 / 2);
      figures.wins++;
      figures.sum += amount;
      drawn.amounts.push(amount);
      drawn.valueOf.push(value);
    }
    drawn.values.push(figures);
  }
  return drawn;
}

/** How much of the differences in worth the adjusted lifts of a basis explain: squared errors without them, and with them. */
function measureErrors({ values }: DrawnDeals, basis: Basis): { without: number; left: number } {
  const sumOf = (figure: (value: DrawnDeals['values'][number]) => number) =>
    values.reduce((sum, value) => sum + figure(value), 0);
  const leads = sumOf((value) => value.leads);
  const outcomeOf =
    basis === 'value'
      ? (value: DrawnDeals['values'][number]) => value.sum
      : (value: DrawnDeals['values'][number]) => value.wins;
  const baseline = sumOf(outcomeOf) / leads;
  const average = sumOf(({ leads: count, worth }) => count * worth) / leads;
  const errors = { without: 0, left: 0 };
  for (const value of values) {
    if (value.leads === 0) continue;
    const lift = outcomeOf(value) / value.leads / baseline;
    const adjusted = 1 + (value.leads / (value.leads + CONFIDENCE_PRIOR_LEADS)) * (lift - 1);
    errors.without += value.leads * (value.worth - average) ** 2;
    errors.left += value.leads * (value.worth - average * adjusted) ** 2;
  }
  return errors;
}

/**
 * The share of the differences in worth that is explained by the chosen basis, always by conversions and always by value, over files of
 * about `wins` wins, and the share of files for which it is by value. In every second file deals differ, unless told otherwise.
 */
export function simulateBasis(
  { files, seed }: Repeats,
  { wins, differ }: { wins: number; differ?: boolean },
): { chosen: number; conversions: number; value: number; byValue: number } {
  const random = createRandom(seed);
  const left = { chosen: 0, conversions: 0, value: 0 };
  let without = 0;
  let byValue = 0;
  for (let file = 0; file < files; file++) {
    const drawn = drawDeals(random, wins, differ ?? file % 2 === 0);
    const basis = chooseBasis(Float64Array.from(drawn.amounts), [Uint8Array.from(drawn.valueOf)]);
    const errors = {
      conversions: measureErrors(drawn, 'conversions'),
      value: measureErrors(drawn, 'value'),
    };
    without += errors.value.without;
    left.conversions += errors.conversions.left;
    left.value += errors.value.left;
    left.chosen += errors[basis].left;
    if (basis === 'value') byValue++;
  }
  const explained = (part: keyof typeof left) => 1 - left[part] / without;
  return {
    chosen: explained('chosen'),
    conversions: explained('conversions'),
    value: explained('value'),
    byValue: byValue / files,
  };
}
