import { dot, largestOf } from '../stats/vectors.ts';
import { addWeights, sumPerWeight, type Rows } from './design.ts';

/** How the sum of a lead's weights becomes its expected outcome: σ(sum) for a conversion, exp(sum) for an amount. */
export type LinkFunction = 'logit' | 'log';

export interface RidgeChoices {
  link: LinkFunction;
  /** λ of the penalty. The intercept has none. */
  penalty: number;
  /** The weights to begin with. */
  start: Float64Array;
}

/** The most steps of Newton's method. */
const MAX_STEPS = 12;
/** A step ends the search where it lowers the objective by less than this share of it. */
const LEAST_FALL = 1e-6;
/** No weight changes by more than this in a step. */
const MAX_CHANGE = 4;
/** The most times that a step which raises the objective is halved. */
const MAX_HALVINGS = 6;
/** Conjugate gradients end after this number of products, */
const MAX_PRODUCTS = 25;
/** or where the squared residual is below this share of the first one. */
const LEAST_RESIDUAL = 1e-4;

/**
 * Weights of a ridge regression: those that minimise the loss of the leads + ½ λ Σ β², the intercept without penalty. With the link
 * 'logit' the loss is the log-loss of conversions (0 or 1), with 'log' that of Poisson counts, which may be fractions: μ - y log μ.
 * There is no reference value: the weights of a column sum to 0 where each of its values has a weight of its own, so that a value
 * that no lead has, with a weight of 0, is an average one.
 *
 * Newton's method, each step by conjugate gradients with the diagonal as preconditioner (Hestenes and Stiefel, Journal of Research of
 * the National Bureau of Standards 49 (1952)). A step is shortened so that no weight changes by more than 4, and halved while it
 * raises the objective.
 *
 * Degenerate cases: without leads, and where `start` is the minimum, the weights stay as they are. With a penalty above 0 every
 * weight is finite, also of a value that always converts.
 * Example: two columns of two values, 10 of 40 leads of (0, 0) converted, 12 of 30 of (0, 1), 2 of 20 of (1, 0), 5 of 10 of (1, 1);
 * λ 1: intercept -0.9087, weights 0.1460, -0.1460 and -0.4823, 0.4823.
 *
 * It yields before each pass over the leads, and can be left there.
 *
 * @param outcomes one per lead
 */
export function* fitRidge(
  rows: Rows,
  outcomes: Float64Array,
  { link, penalty, start }: RidgeChoices,
): Generator<undefined, Float64Array> {
  let weights = start.slice();
  if (rows.leads === 0) return weights;
  let sums = addWeights(rows, weights);
  let objective = measureObjective(sums, outcomes, { link, penalty, weights });
  for (let step = 0; step < MAX_STEPS; step++) {
    const change = yield* findStep(rows, { sums, outcomes, weights }, { link, penalty });
    let share = Math.min(1, MAX_CHANGE / largestOf(change));
    const before = objective;
    for (let halvings = 0; ; halvings++) {
      yield;
      const next = weights.map((weight, at) => weight + share * change[at]!); // as many
      const nextSums = addWeights(rows, next);
      const reached = measureObjective(nextSums, outcomes, { link, penalty, weights: next });
      if (reached <= before) {
        [weights, sums, objective] = [next, nextSums, reached];
        break;
      }
      if (halvings === MAX_HALVINGS) return weights;
      share /= 2;
    }
    if (before - objective < LEAST_FALL * Math.abs(before)) return weights;
  }
  return weights;
}

/** Only the intercept, at which the mean of the outcomes is exact. */
export function startWeights(
  rows: Pick<Rows, 'weights'>,
  outcomes: Float64Array,
  link: LinkFunction,
): Float64Array {
  const weights = new Float64Array(rows.weights);
  const mean = outcomes.reduce((sum, outcome) => sum + outcome, 0) / Math.max(1, outcomes.length);
  const least = 1e-9;
  if (link === 'log') weights[0] = Math.log(Math.max(least, mean));
  else {
    const rate = Math.min(1 - least, Math.max(least, mean));
    weights[0] = Math.log(rate / (1 - rate));
  }
  return weights;
}

/** The loss of one lead: log-loss, or μ - y log μ. `sum` is that of the weights of its values. */
export function measureLoss(sum: number, outcome: number, link: LinkFunction): number {
  if (link === 'log') return Math.exp(sum) - outcome * sum;
  return Math.max(sum, 0) + Math.log1p(Math.exp(-Math.abs(sum))) - outcome * sum;
}

type Fitted = Pick<RidgeChoices, 'link' | 'penalty'> & { weights: Float64Array };

function measureObjective(
  sums: Float64Array,
  outcomes: Float64Array,
  { link, penalty, weights }: Fitted,
): number {
  let objective = 0;
  for (let lead = 0; lead < sums.length; lead++) objective += measureLoss(sums[lead]!, outcomes[lead]!, link); // an outcome per lead
  let squares = 0;
  for (let at = 1; at < weights.length; at++) squares += weights[at]! ** 2; // below the length
  return objective + (penalty / 2) * squares;
}

/** A step of Newton's method: the change with (X'WX + λI) change = X'(y - μ) - λβ. */
function* findStep(
  rows: Rows,
  { sums, outcomes, weights }: Record<'sums' | 'outcomes' | 'weights', Float64Array>,
  { link, penalty }: Pick<RidgeChoices, 'link' | 'penalty'>,
): Generator<undefined, Float64Array> {
  yield;
  const [misses, curvatures] = [new Float64Array(sums.length), new Float64Array(sums.length)];
  for (let lead = 0; lead < sums.length; lead++) {
    const factor = Math.exp(sums[lead]!); // below the length
    const mean = link === 'log' ? factor : 1 / (1 + 1 / factor);
    misses[lead] = outcomes[lead]! - mean; // an outcome per lead
    curvatures[lead] = link === 'log' ? mean : mean * (1 - mean);
  }
  const gradient = sumPerWeight(rows, misses);
  yield;
  const diagonal = sumPerWeight(rows, curvatures);
  for (let at = 1; at < weights.length; at++) {
    gradient[at]! -= penalty * weights[at]!; // below the length
    diagonal[at]! += penalty;
  }
  return yield* solve(gradient, diagonal, (vector) => {
    const products = addWeights(rows, vector);
    for (let lead = 0; lead < products.length; lead++) products[lead]! *= curvatures[lead]!; // one per lead
    const result = sumPerWeight(rows, products);
    for (let at = 1; at < vector.length; at++) result[at]! += penalty * vector[at]!; // below the length
    return result;
  });
}

/** Conjugate gradients from 0: x with A x = target. */
function* solve(
  target: Float64Array,
  diagonal: Float64Array,
  multiply: (vector: Float64Array) => Float64Array,
): Generator<undefined, Float64Array> {
  const solution = new Float64Array(target.length);
  const residual = target.slice();
  // A value without leads has no curvature of its own if there is no penalty.
  const scale = (vector: Float64Array) =>
    vector.map((entry, at) => (diagonal[at]! > 0 ? entry / diagonal[at]! : 0)); // as many
  let scaled = scale(residual);
  let direction = scaled;
  let size = dot(residual, scaled);
  const first = dot(residual, residual);
  for (let product = 0; product < MAX_PRODUCTS && size > 0; product++) {
    yield;
    const image = multiply(direction);
    const length = size / dot(direction, image);
    for (let at = 0; at < solution.length; at++) {
      solution[at]! += length * direction[at]!; // all have one entry per weight
      residual[at]! -= length * image[at]!;
    }
    if (dot(residual, residual) < LEAST_RESIDUAL * first) break;
    scaled = scale(residual);
    const next = dot(residual, scaled);
    const kept = next / size;
    direction = scaled.map((entry, at) => entry + kept * direction[at]!); // as many
    size = next;
  }
  return solution;
}
