import { fitBalanced, predictBalanced, type Balanced } from './balanced.ts';
import { estimateRates, fitStrength } from './best-estimate.ts';
import { MIN_COMBINATION_LEADS } from './constants.ts';
import { measureRate, type Counts } from './lift.ts';
import { codesByName, combinationFinder, type Tally } from './tally.ts';

/** What is known about one combination of values. Times the conversion value, each rate is a lead value. */
export interface CombinationEstimate {
  counts: Counts;
  /** Conversions / leads; null with fewer than 30 leads. */
  actualRate: number | null;
  /** The rate that the balanced multipliers predict. It may be above 1. */
  balancedRate: number;
  /** The own rate, shrunk towards the balanced one. */
  bestRate: number;
}

export interface Estimates {
  balanced: Balanced;
  /** For how many leads the balanced rate counts in the best estimate. */
  strength: number;
  /** The estimates for a value per field, in field order, also where no lead has this combination. */
  estimate(values: readonly string[]): CombinationEstimate;
}

/** Fits balanced multipliers and the strength of the best estimate to all combinations that occur. */
export function estimateCombinations(tally: Tally): Estimates {
  const balanced = fitBalanced(tally);
  const strength = fitStrength({ ...tally, rates: predictBalanced(balanced, tally.codes) });
  const find = combinationFinder(tally);
  return {
    balanced,
    strength,
    estimate(values) {
      const at = find(values) ?? -1;
      const counts = { leads: tally.leads[at] ?? 0, conversions: tally.conversions[at] ?? 0 };
      const balancedRate = predictOne(balanced, tally, values);
      const [bestRate = balancedRate] = estimateRates(
        {
          leads: Uint32Array.of(counts.leads),
          conversions: Uint32Array.of(counts.conversions),
          rates: Float64Array.of(balancedRate),
        },
        strength,
      );
      const actualRate = counts.leads < MIN_COMBINATION_LEADS ? null : measureRate(counts);
      return { counts, actualRate, balancedRate, bestRate };
    },
  };
}

/** A value that no lead has counts as 1. */
function predictOne(
  { baselineRate, scale, multipliers }: Balanced,
  { fields }: Tally,
  values: readonly string[],
): number {
  const codeOf = codesByName(fields);
  return values.reduce(
    (product, value, field) => product * (multipliers[field]?.[codeOf[field]?.get(value) ?? -1] ?? 1),
    baselineRate * scale,
  );
}
