import { FINDER_FOLDS, FINDER_SEED, MAX_MODEL_SAMPLE } from '../constants.ts';
import { createRandom } from '../stats/random.ts';

/**
 * Leads in a seeded random order, at most 20,000 of them (Fisher and Yates; Durstenfeld, Communications of the ACM 7 (1964)). The lead
 * at position p belongs to part p mod 5. The same number of leads and seed give the same parts.
 */
export function drawSample(leads: number, seed: number = FINDER_SEED): Uint32Array {
  const random = createRandom(seed);
  const order = Uint32Array.from({ length: leads }, (_, lead) => lead);
  const drawn = Math.min(leads, MAX_MODEL_SAMPLE);
  for (let position = 0; position < drawn; position++) {
    const other = position + Math.floor(random() * (leads - position));
    [order[position], order[other]] = [order[other]!, order[position]!]; // below the number of leads
  }
  return order.slice(0, drawn);
}

/** One of the five parts of a sample: the positions of its leads, and of those that a model learns from. */
export interface SampleFold {
  held: Uint32Array;
  learning: Uint32Array;
}

export function listFolds(sample: Uint32Array): SampleFold[] {
  const positions = Uint32Array.from(sample.keys());
  return Array.from({ length: FINDER_FOLDS }, (_, fold) => ({
    held: positions.filter((position) => position % FINDER_FOLDS === fold),
    learning: positions.filter((position) => position % FINDER_FOLDS !== fold),
  }));
}
