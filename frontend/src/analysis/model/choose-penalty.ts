import { MODEL_PENALTIES } from '../constants.ts';
import { addWeights, pickLeads, type Rows } from './design.ts';
import type { SampleFold } from './unseen-estimates.ts';
import { fitRidge, measureLoss, startWeights, type LinkFunction } from './ridge.ts';

/** The leads of a sample and the outcomes that a model learns to predict. */
export interface LearningTask {
  /** The leads of the sample. */
  rows: Rows;
  outcomes: Float64Array;
  link: LinkFunction;
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

/** After this number of penalties in a row with a larger loss than the best, smaller ones are not tried. */
const MAX_WORSE = 2;

/**
 * Learns a model from all parts of a sample but one, under each penalty from the largest to the smallest, each from the weights
 * before, and says what it gives for the part. The penalty with the least loss over all parts is chosen, of equal ones the largest.
 */
export function* choosePenalty(
  task: LearningTask,
  folds: readonly SampleFold[],
): Generator<undefined, ChosenPenalty> {
  const learners = folds.map((fold) => createLearner(task, fold));
  let best: (ChosenPenalty & { loss: number }) | null = null;
  let worse = 0;
  for (const penalty of MODEL_PENALTIES) {
    const sums = new Float64Array(task.rows.leads);
    let loss = 0;
    let start: Float64Array = new Float64Array();
    for (const learner of learners) {
      const { link } = task;
      start = yield* fitRidge(learner.rows, learner.outcomes, { link, penalty, start: learner.weights });
      learner.weights = start;
      loss += predictHeld(learner, task, sums);
    }
    if (best === null || loss < best.loss) {
      best = { penalty, loss, sums, start };
      worse = 0;
    } else if (++worse === MAX_WORSE) break;
  }
  return best!; // there are penalties
}

/** The leads of all parts but one, with the weights that were learned from them last. */
interface Learner {
  rows: Rows;
  outcomes: Float64Array;
  weights: Float64Array;
  held: Uint32Array;
  heldRows: Rows;
}

function createLearner(
  { rows, outcomes, link, takesPart }: LearningTask,
  { held, learning }: SampleFold,
): Learner {
  const learned = takesPart ? learning.filter((position) => takesPart[position] === 1) : learning;
  const own = Float64Array.from(learned, (position) => outcomes[position]!); // one per lead
  return {
    rows: pickLeads(rows, learned),
    outcomes: own,
    weights: startWeights(rows, own, link),
    held,
    heldRows: pickLeads(rows, held),
  };
}

/** Sets the sums of the leads that were not learned from, and returns their loss. */
function predictHeld(
  { heldRows, held, weights }: Learner,
  { outcomes, link, takesPart }: LearningTask,
  sums: Float64Array,
): number {
  const heldSums = addWeights(heldRows, weights);
  let loss = 0;
  for (const [at, position] of held.entries()) {
    const sum = heldSums[at]!; // one per lead
    sums[position] = sum;
    if (takesPart?.[position] !== 0) loss += measureLoss(sum, outcomes[position]!, link); // one per lead
  }
  return loss;
}
