import { fitBalanced, predictBalanced, type Balanced } from './balanced.ts';
import { estimateRate, fitStrength } from './best-estimate.ts';
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

/** A tally with the figures that were fitted to all of its combinations. */
export interface FittedTally extends Tally {
  balanced: Balanced;
  /** For how many leads the balanced rate counts in the best estimate. */
  strength: number;
}

/** Fits balanced multipliers and the strength of the best estimate to all combinations that occur. */
export function fitTally(tally: Tally): FittedTally {
  const balanced = fitBalanced(tally);
  const strength = fitStrength({ ...tally, rates: predictBalanced(balanced, tally.codes) });
  return { ...tally, balanced, strength };
}

/** Looks up what is known about values and combinations of values. */
export interface Estimates {
  tally: FittedTally;
  /** The balanced multiplier of a value; 1 for a value that no lead has. */
  multiplierOf(field: number, value: string): number;
  /** The estimates for a value per field, in field order, also where no lead has this combination. */
  estimate(values: readonly string[]): CombinationEstimate;
}

export function estimateCombinations(tally: FittedTally): Estimates {
  const { balanced, strength } = tally;
  let find: ReturnType<typeof combinationFinder> | undefined;
  const multiplierOf = (field: number, value: string) => {
    const code = codesByName(tally.fields)[field]?.get(value) ?? -1;
    return balanced.multipliers[field]?.[code] ?? 1;
  };
  return {
    tally,
    multiplierOf,
    estimate(values) {
      // Made at the first use, since it takes a while for 100,000 combinations.
      find ??= combinationFinder(tally);
      const at = find(values) ?? -1;
      const counts = { leads: tally.leads[at] ?? 0, conversions: tally.conversions[at] ?? 0 };
      const balancedRate = values.reduce(
        (product, value, field) => product * multiplierOf(field, value),
        balanced.baselineRate * balanced.scale,
      );
      return {
        counts,
        actualRate: counts.leads < MIN_COMBINATION_LEADS ? null : measureRate(counts),
        balancedRate,
        bestRate: estimateRate(counts, balancedRate, strength),
      };
    },
  };
}
