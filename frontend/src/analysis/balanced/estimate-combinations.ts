import { fitBalanced, predictBalanced, type Balanced } from './balanced.ts';
import { sumByCode } from '../counts/coding.ts';
import {
  estimateAmount,
  estimateRate,
  estimateRates,
  fitAmountStrength,
  fitStrength,
} from './best-estimate.ts';
import { MIN_COMBINATION_LEADS } from '../constants.ts';
import { fitMainEffects, predictRate, predictRates, type MainEffects } from './main-effects.ts';
import { measureRate } from '../measure/lift.ts';
import {
  codesByName,
  combinationFinder,
  type Tally,
  type ValuedTally,
  codedFields,
} from '../counts/tally.ts';
import type { Counts } from '../counts/valued-leads.ts';

/**
 * The estimates for one combination of values. Times the conversion value, each rate is a lead value. By value each rate is
 * money per lead, so it is a lead value itself.
 */
export interface CombinationEstimate {
  counts: Counts;
  /** Conversions, or by value money, per lead; null with fewer than 30 leads. */
  actualRate: number | null;
  /** The rate that the balanced multipliers predict. A conversion rate may be above 1 here. */
  balancedRate: number;
  /** The actual rate, shrunk towards the one that the main effects predict, or by value towards the balanced one. */
  bestRate: number;
}

/** A tally with the figures fitted to all of its combinations. */
export interface FittedTally extends Tally {
  balanced: Balanced;
  /** The main effects behind the best estimate; null by value, where it takes the balanced multipliers. */
  effects: MainEffects | null;
  /** For how many leads the predicted rate counts in the best estimate. */
  strength: number;
}

/** Fits balanced multipliers, main effects and the strength of the best estimate to all combinations that occur. */
export function fitTally(counted: ValuedTally): FittedTally {
  // Single leads stay in the thread.
  const { valued: _, ...tally } = counted;
  const balanced = fitBalanced(tally);
  const effects = tally.worth ? null : fitMainEffects(tally, balanced);
  const strength = fitStrengthOf(tally, predictAll({ balanced, effects }, tally.codes));
  return { ...tally, balanced, effects, strength };
}

/** The rates, by value the amounts, towards which the best estimates of combinations are drawn. */
const predictAll = (
  { balanced, effects }: Pick<FittedTally, 'balanced' | 'effects'>,
  codes: Tally['codes'],
) => (effects ? predictRates(effects, codes) : predictBalanced(balanced, codes));

function fitStrengthOf(tally: Tally, rates: Float64Array): number {
  const { leads, worth } = tally;
  if (!worth) return fitStrength({ ...tally, rates });
  // A multiplier per value that leads have, less one per field, and the baseline.
  const fitted = codedFields(tally).reduce((sum, { codes, values }) => {
    const leadsOf = sumByCode(leads, codes, values.length);
    return sum + leadsOf.filter((count) => count > 0).length - 1;
  }, 1);
  return fitAmountStrength({ leads, worth, fitted, amounts: rates });
}

/**
 * The best estimate of each combination, also of those without leads.
 *
 * @param fit fitted to the same leads
 */
export function estimateAll(
  tally: Tally,
  { strength, ...fit }: Pick<FittedTally, 'balanced' | 'effects' | 'strength'>,
): Float64Array {
  const { codes, leads, worth } = tally;
  const rates = predictAll(fit, codes);
  if (!worth) return estimateRates({ ...tally, rates }, strength);
  // The `!` here: leads and a sum per combination.
  return rates.map((rate, at) => estimateAmount({ leads: leads[at]!, sum: worth.sums[at]! }, rate, strength));
}

/** Looks up the multipliers of values and the estimates for combinations. */
export interface Estimates {
  tally: FittedTally;
  /** The balanced multiplier of a value; 1 for a value that no lead has. */
  multiplierOf(field: number, value: string): number;
  /** The estimates for a value per field, in field order, also where no lead has this combination. */
  estimate(values: readonly string[]): CombinationEstimate;
}

/** Makes the look-ups for a fitted tally. */
export function estimateCombinations(tally: FittedTally): Estimates {
  const { balanced, effects, strength } = tally;
  let find: ReturnType<typeof combinationFinder> | undefined;
  const codeOf = (field: number, value: string) => codesByName(tally.fields)[field]?.get(value) ?? -1;
  const multiplierOf = (field: number, value: string) =>
    balanced.multipliers[field]?.[codeOf(field, value)] ?? 1;
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
      const sum = tally.worth?.sums[at] ?? 0;
      const actual = tally.worth ? sum / Math.max(1, counts.leads) : measureRate(counts);
      return {
        counts,
        actualRate: counts.leads < MIN_COMBINATION_LEADS ? null : actual,
        balancedRate,
        bestRate: effects
          ? estimateRate(
              counts,
              predictRate(
                effects,
                values.map((value, field) => codeOf(field, value)),
              ),
              strength,
            )
          : estimateAmount({ leads: counts.leads, sum }, balancedRate, strength),
      };
    },
  };
}
