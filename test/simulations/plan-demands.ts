import { estimateCombinations, fitTally } from '#frontend/analysis/balanced/estimate-combinations.ts';
import { judge, measure } from '#frontend/analysis/judge/analyse.ts';
import { planLeadsOf } from '#frontend/analysis/platforms/planned-leads.ts';
import { planPlatforms } from '#frontend/analysis/platforms/plan.ts';
import { PLATFORMS } from '#frontend/analysis/platforms/platforms.ts';
import { PLATFORM_IDS, type PlatformId } from '#contract/platforms.ts';
import { applyRules } from '#frontend/analysis/platforms/simulate.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { drawBinomial, drawMultinomial } from '#test/support/random-leads.ts';
import { tallyOfCells } from '#test/support/analysis-builders.ts';
import { between, drawFactors, drawShares, wholeBetween, type Random } from './drawn-leads.ts';
import type { Repeats } from './finder-demands.ts';

const DEVICES = ['Mobile', 'Desktop', 'Tablet'];
const SETTINGS = { conversionValue: 100, thresholdPercent: 10 };

/** A combination of place, device and list with its share of the leads and its true rate. */
export interface DrawnCell {
  values: string[];
  share: number;
  rate: number;
}

/** Factors of three attributes, of which the combinations differ by a little more than their product. */
export function drawWorld(random: Random): DrawnCell[] {
  const baseline = between(random, 0.05, 0.25);
  const names = [
    Array.from({ length: wholeBetween(random, 5, 12) }, (_, at) => `Place ${at}`),
    DEVICES,
    Array.from({ length: wholeBetween(random, 3, 6) }, (_, at) => `List ${at}`),
  ];
  const columns = names.map((values) => {
    const shares = drawShares(random, values.length);
    return values.map((value, at) => ({
      value,
      share: shares[at]!,
      factor: drawFactors(random, shares, 0.4)[at]!,
    })); // one per value
  });
  const [places = [], devices = [], lists = []] = columns;
  return places.flatMap((place) =>
    devices.flatMap((device) =>
      lists.map((list) => {
        const parts = [place, device, list];
        const product = parts.reduce((rate, { factor }) => rate * factor, baseline);
        const [own = 1] = drawFactors(random, [0.5, 0.5], 0.2);
        return {
          values: parts.map(({ value }) => value),
          share: parts.reduce((share, part) => share * part.share, 1),
          rate: Math.min(0.9, product * own),
        };
      }),
    ),
  );
}

/**
 * The share of the differences between fresh leads that the plans explain, over that of the best estimates, as means of the files. Fresh
 * leads are taken at their true rates.
 */
export function simulatePlans(
  { files, seed }: Repeats,
  { leads }: { leads: number },
): Readonly<Record<PlatformId, number>> {
  const random = createRandom(seed);
  const sums: Record<PlatformId, number> = { google: 0, meta: 0, microsoft: 0 };
  for (let file = 0; file < files; file++) {
    const cells = drawWorld(random);
    const counts = drawMultinomial(
      random,
      leads,
      cells.map(({ share }) => share),
    );
    const tally = fitTally(
      tallyOfCells(
        ['Place', 'Device', 'List'],
        cells.flatMap(({ values, rate }, at) => {
          const count = counts[at]!; // a count per cell
          return count > 0 ? [[values, count, drawBinomial(random, count, rate)]] : [];
        }),
      ),
    );
    const analysis = judge(measure(tally), SETTINGS, estimateCombinations(tally));
    const plans = planPlatforms(analysis, tally, {
      kinds: ['location', 'device', 'audience'],
      includesTests: false,
      isSpecialOffer: false,
    });
    const valued = planLeadsOf(tally);
    const truth = trueValues(tally, cells);
    const best = explained(valued.leads, truth, valued.values);
    for (const id of PLATFORM_IDS) {
      const { rules } = plans[id];
      const { ruleOf } = applyRules(valued, rules, PLATFORMS[id].picks);
      const multipliers = Float64Array.from(ruleOf, (rule) => rules[rule]?.multiplier ?? 1);
      sums[id] += explained(valued.leads, truth, multipliers) / best / files;
    }
  }
  return sums;
}

/** The true rate of each combination over the mean of all leads. */
function trueValues(
  { fields, codes, leads }: ReturnType<typeof fitTally>,
  cells: readonly DrawnCell[],
): Float64Array {
  const rateOf = new Map(cells.map(({ values, rate }) => [values.join('|'), rate]));
  const rates = Float64Array.from(leads, (_, at) => {
    const names = fields.map(({ values }, field) => values[codes[field]![at]!]!); // a code per combination
    return rateOf.get(names.join('|')) ?? NaN;
  });
  const all = leads.reduce((sum, count) => sum + count, 0);
  const mean = rates.reduce((sum, rate, at) => sum + rate * leads[at]!, 0) / all; // leads per combination
  return rates.map((rate) => rate / mean);
}

/** By how much the sum of squares about predictions is smaller than about the mean. */
function explained(leads: Uint32Array, truth: Float64Array, predicted: Float64Array): number {
  // The `!` here: one of each per combination.
  return truth.reduce(
    (sum, value, at) => sum + leads[at]! * ((value - 1) ** 2 - (value - predicted[at]!) ** 2),
    0,
  );
}
