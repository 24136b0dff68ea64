import { FINDER_FOLDS, FINDER_SEED, MIN_CELL_RATE } from '../constants.ts';
import { dealFamilies } from '../counts/families.ts';
import { createRandom, shuffle } from '../stats/random.ts';

/** The leads in parts of equal size, each lead with its part and its outcome in one number. */
export interface FoldedOutcomes {
  /** 2 x part + 1 for a converted lead, 2 x part for any other. */
  outcomes: Uint8Array;
  /** The rate of the leads outside each part, within 1e-4 and 1 - 1e-4. */
  learningRates: Float64Array;
  /** The number of the family of each lead; null where no lead has a relative. */
  families: Uint32Array | null;
}

/** Numbers of `outcomes`: two per part. */
export const OUTCOMES = 2 * FINDER_FOLDS;

/**
 * Deals the leads into 5 parts in a seeded random order, whole families each. The same leads and seed give the same parts. Without leads the rates are the lowest.
 *
 * @param isConverted 1 for each converted lead, else 0
 * @param families the number of the family of each lead; null where no lead has a relative
 */
export function foldOutcomes(
  isConverted: Uint8Array,
  seed: number = FINDER_SEED,
  families: Uint32Array | null = null,
): FoldedOutcomes {
  const random = createRandom(seed);
  const outcomes = families
    ? dealFamilies(families, FINDER_FOLDS, random).map((part) => 2 * part)
    : dealLeads(isConverted.length, random);
  const counts = new Float64Array(OUTCOMES);
  // The `!` here: below the length.
  for (let lead = 0; lead < outcomes.length; lead++) counts[(outcomes[lead]! += isConverted[lead]!)]!++;
  return { outcomes, learningRates: measureLearningRates(counts), families };
}

/** For each lead 2 x its part. */
function dealLeads(size: number, random: () => number): Uint8Array {
  const outcomes = new Uint8Array(size);
  for (let lead = 0; lead < size; lead++) outcomes[lead] = 2 * (lead % FINDER_FOLDS);
  shuffle(outcomes, random);
  return outcomes;
}

function measureLearningRates(counts: Float64Array): Float64Array {
  const conversions = counts.reduce((sum, count, at) => sum + (at % 2 === 1 ? count : 0), 0);
  const leads = counts.reduce((sum, count) => sum + count, 0);
  return Float64Array.from({ length: FINDER_FOLDS }, (_, fold) => {
    const [others, converted] = [counts[2 * fold]!, counts[2 * fold + 1]!]; // two per part
    return clampRate((conversions - converted) / Math.max(1, leads - others - converted));
  });
}

/** A rate within 1e-4 and 1 - 1e-4, so that it has a logarithm and odds. */
export function clampRate(rate: number): number {
  return Math.min(1 - MIN_CELL_RATE, Math.max(MIN_CELL_RATE, rate));
}
