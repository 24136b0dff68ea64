import { FINDER_FOLDS, FINDER_SEED, MAX_MODEL_SAMPLE } from '../constants.ts';
import { createRandom } from '../stats/random.ts';

/**
 * Leads in a seeded random order, at most 20,000 of them (Fisher and Yates; Durstenfeld, Communications of the ACM 7 (1964)). The lead
 * at place p belongs to part p mod 5. The same number of leads and seed give the same parts.
 */
export function drawSample(leads: number, seed: number = FINDER_SEED): Uint32Array {
  const random = createRandom(seed);
  const order = Uint32Array.from({ length: leads }, (_, lead) => lead);
  const drawn = Math.min(leads, MAX_MODEL_SAMPLE);
  for (let place = 0; place < drawn; place++) {
    const other = place + Math.floor(random() * (leads - place));
    [order[place], order[other]] = [order[other]!, order[place]!]; // below the number of leads
  }
  return order.slice(0, drawn);
}

/** One of the five parts of a sample: the places of its leads, and of those that a model learns from. */
export interface SampleFold {
  held: Uint32Array;
  learning: Uint32Array;
}

export function listFolds(sample: Uint32Array): SampleFold[] {
  const places = Uint32Array.from(sample.keys());
  return Array.from({ length: FINDER_FOLDS }, (_, fold) => ({
    held: places.filter((place) => place % FINDER_FOLDS === fold),
    learning: places.filter((place) => place % FINDER_FOLDS !== fold),
  }));
}
