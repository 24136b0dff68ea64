import { MODEL_PENALTIES } from '../constants.ts';
import { addWeights, pickLeads, type Design } from './design.ts';
import type { Fold } from './folds.ts';
import { fitRidge, measureLoss, startWeights, type Link } from './ridge.ts';

/** What a model is to say of the leads of a sample. */
export interface Task {
  /** The leads of the sample. */
  design: Design;
  outcomes: Float64Array;
  link: Link;
  /** 1 for the leads that the model learns from and is judged by; absent: all. */
  takesPart?: Uint8Array;
}

/** The penalty under which a model says most of leads that it was not learned from. */
export interface ChosenPenalty {
  penalty: number;
  /** For each lead of the sample the sum of weights that the other parts give. */
  sums: Float64Array;
  /** Weights that were learned under this penalty, from which the fit to all leads begins. */
  start: Float64Array;
}

/**
 * Learns a model from all parts of a sample but one, under each penalty from the largest to the smallest, each from the weights
 * before, and says what it gives for the part. The penalty with the least loss over all parts is chosen, of equal ones the largest.
 */
export function* choosePenalty(
  { design, outcomes, link, takesPart }: Task,
  folds: readonly Fold[],
): Generator<undefined, ChosenPenalty> {
  const trials = MODEL_PENALTIES.map((penalty) => ({
    penalty,
    loss: 0,
    sums: new Float64Array(design.leads),
    start: new Float64Array(design.weights),
  }));
  const counts = (place: number) => takesPart?.[place] !== 0;
  for (const { held, learning } of folds) {
    const learned = learning.filter(counts);
    const own = pickLeads(design, learned);
    const unseen = pickLeads(design, held);
    const learnedOutcomes = Float64Array.from(learned, (place) => outcomes[place]!); // one per lead
    let start = startWeights(own, learnedOutcomes, link);
    for (const trial of trials) {
      start = yield* fitRidge(own, learnedOutcomes, { link, penalty: trial.penalty, start });
      trial.start = start;
      const sums = addWeights(unseen, start);
      for (const [at, place] of held.entries()) {
        const sum = sums[at]!; // one per lead
        trial.sums[place] = sum;
        if (counts(place)) trial.loss += measureLoss(sum, outcomes[place]!, link); // one per lead
      }
    }
  }
  return trials.reduce((best, trial) => (trial.loss < best.loss ? trial : best));
}
