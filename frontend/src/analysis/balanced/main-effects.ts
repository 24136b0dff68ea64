import { sumByCode } from '../counts/coding.ts';
import { codedField, codedFields, type Tally } from '../counts/tally.ts';
import { SPREADS } from '../constants.ts';
import { measureLogRatios, weighSpreads } from '../measure/spreads.ts';

/** The log odds of converting: those of a lead without effects, and the effect of each value. */
export interface MainEffects {
  /** Infinite where no lead or each lead converted. */
  intercept: number;
  /** Per field the effect of each value. */
  effects: readonly Float64Array[];
}

/** Fitting stops when no effect changes by more than this in a step, */
const MAX_CHANGE_LEFT = 1e-10;
/** or after this number of steps. */
const MAX_STEPS = 50;
/** No effect changes by more than this in a step. */
const MAX_CHANGE = 2;
/** The most times that a step which raises the objective is halved. */
const MAX_HALVINGS = 6;
/** A rise of the objective by less than this share of it is one of rounding. */
const ROUNDING = 1e-12;
/** Conjugate gradients end after this number of products, or where the squared residual is below this share of the first one. */
const MAX_PRODUCTS = 50;
const LEAST_RESIDUAL = 1e-8;
/** A spread of 0 would make a penalty infinite. */
const LEAST_SPREAD = 1e-6;

/**
 * The spread of the effects of a field, as its own values show it: the mean Σ weight τ of the spreads of `weighSpreads`, each as common as
 * another before. Where no two values have 10 leads they show nothing, and it is the mean of all spreads.
 * Example: 150 of 500, 100 of 500, 100 of 700 and 50 of 300: weights 0.549 for 0.32 and 0.350 for 0.64, spread 0.492.
 * @internal
 */
export function measureSpread(tally: Tally, field: number): number {
  const { codes, values } = codedField(tally, field);
  const conversions = sumByCode(tally.conversions, codes, values.length);
  const counts = Array.from(sumByCode(tally.leads, codes, values.length), (leads, code) => {
    return { leads, conversions: conversions[code]! }; // both per value
  });
  const total = { leads: tally.totalLeads, conversions: tally.totalConversions };
  const weights = weighSpreads(measureLogRatios(counts, total));
  return SPREADS.reduce((sum, spread, at) => sum + weights[at]! * spread, 0); // a weight per spread
}

/**
 * Main effects of all values on the log odds, which minimise the log-loss of the leads + ½ Σ β²/τ²; τ is the spread of the field of the
 * value. The intercept has no penalty, so as many conversions are predicted as happened, and every predicted rate is below 1.
 *
 * Ridge regression with a width per field from the data: empirical Bayes (le Cessie and van Houwelingen, "Ridge estimators in logistic
 * regression", Applied Statistics 41 (1992); Efron and Morris, Journal of the American Statistical Association 70 (1975)). Newton's method
 * on the counts of the combinations, each step by conjugate gradients with the diagonal as preconditioner, as in `fitRidge`, until no
 * effect changes by more than 1e-10.
 *
 * Degenerate cases: an intercept of -Infinity without leads or conversions, of Infinity where each lead converted, then without effects.
 * The effect of a value without leads, and of the only value of a field, is 0.
 * Example: one field, 'a' with 30 of 100 and 'b' with 10 of 100: spread 0.8313, effects 0.6069 and -0.6069, intercept -1.4964.
 */
export function fitMainEffects(tally: Tally): MainEffects {
  const { totalLeads, totalConversions } = tally;
  const others = totalLeads - totalConversions;
  const design = createDesign(tally);
  let weights = new Float64Array(design.penalties.length);
  weights[0] = totalConversions === 0 ? -Infinity : Math.log(totalConversions / others);
  if (!Number.isFinite(weights[0])) return toEffects(tally, weights);
  let sums = addWeights(design, weights);
  let objective = measureObjective(design, weights, sums);
  for (let step = 0; step < MAX_STEPS; step++) {
    const change = findStep(design, weights, sums);
    const largest = largestOf(change);
    const before = objective;
    let share = Math.min(1, MAX_CHANGE / largest);
    for (let halvings = 0; ; halvings++) {
      const next = weights.map((weight, at) => weight + share * change[at]!); // as many
      sums = addWeights(design, next);
      objective = measureObjective(design, next, sums);
      if (objective <= before * (1 + ROUNDING) || halvings === MAX_HALVINGS) {
        weights = next;
        break;
      }
      share /= 2;
    }
    if (largest <= MAX_CHANGE_LEFT) break;
  }
  return toEffects(tally, weights);
}

/** The rates that main effects predict for combinations, below 1 where not every lead converted. */
export function predictRates({ intercept, effects }: MainEffects, codes: Tally['codes']): Float64Array {
  const sums = new Float64Array(codes[0]?.length ?? 0).fill(intercept);
  effects.forEach((list, field) => {
    const codesOfField = codes[field]!; // a list per field
    for (let at = 0; at < sums.length; at++) sums[at]! += list[codesOfField[at]!]!; // a code per combination
  });
  return sums.map(toRate);
}

/** The rate that main effects predict for one combination. A value that no lead has counts as the average one. */
export function predictRate({ intercept, effects }: MainEffects, codes: readonly number[]): number {
  return toRate(codes.reduce((sum, code, field) => sum + (effects[field]?.[code] ?? 0), intercept));
}

const toRate = (logOdds: number) => 1 / (1 + Math.exp(-logOdds));

/** The counts of combinations, each with the places of its values in the list of weights; the first weight is the intercept. */
interface Design extends Pick<Tally, 'leads' | 'conversions'> {
  columns: readonly { codes: Uint32Array; first: number }[];
  /** One per weight. */
  penalties: Float64Array;
}

function createDesign(tally: Tally): Design {
  const { leads, conversions } = tally;
  const penalties = new Float64Array(tally.fields.reduce((sum, { values }) => sum + values.length, 1));
  let first = 1;
  const columns = codedFields(tally).map(({ codes, values }, field) => {
    const column = { codes, first };
    first += values.length;
    penalties.fill(Math.max(LEAST_SPREAD, measureSpread(tally, field)) ** -2, column.first, first);
    return column;
  });
  return { leads, conversions, columns, penalties };
}

function toEffects({ fields }: Tally, weights: Float64Array): MainEffects {
  let first = 1;
  const effects = fields.map(({ values }) => weights.slice(first, (first += values.length)));
  return { intercept: weights[0]!, effects }; // there is an intercept
}

/** For each combination the sum of the weights of its values. */
function addWeights({ leads, columns }: Design, weights: Float64Array): Float64Array {
  const sums = new Float64Array(leads.length).fill(weights[0]!); // the intercept
  for (const { codes, first } of columns)
    for (let at = 0; at < sums.length; at++) sums[at]! += weights[first + codes[at]!]!; // a code per combination
  return sums;
}

/** For each weight the sum over the combinations that have it. */
function sumPerWeight({ penalties, columns }: Design, parts: Float64Array): Float64Array {
  const sums = new Float64Array(penalties.length);
  for (let at = 0; at < parts.length; at++) sums[0]! += parts[at]!; // below the length
  for (const { codes, first } of columns)
    for (let at = 0; at < parts.length; at++) sums[first + codes[at]!]! += parts[at]!; // as above
  return sums;
}

function measureObjective(
  { leads, conversions, penalties }: Design,
  weights: Float64Array,
  sums: Float64Array,
): number {
  let objective = 0;
  for (let at = 0; at < sums.length; at++) {
    const sum = sums[at]!; // below the length, as are both counts
    const loss = Math.max(sum, 0) + Math.log1p(Math.exp(-Math.abs(sum)));
    objective += leads[at]! * loss - conversions[at]! * sum;
  }
  for (let at = 1; at < weights.length; at++) objective += (penalties[at]! * weights[at]! ** 2) / 2; // a penalty per weight
  return objective;
}

/** A step of Newton's method: the change with (X'WX + P) change = X'(k - n μ) - P β. */
function findStep(design: Design, weights: Float64Array, sums: Float64Array): Float64Array {
  const { leads, conversions, penalties } = design;
  const [misses, curvatures] = [new Float64Array(sums.length), new Float64Array(sums.length)];
  for (let at = 0; at < sums.length; at++) {
    const rate = toRate(sums[at]!); // below the length, as are both counts
    misses[at] = conversions[at]! - leads[at]! * rate;
    curvatures[at] = leads[at]! * rate * (1 - rate);
  }
  const [gradient, diagonal] = [sumPerWeight(design, misses), sumPerWeight(design, curvatures)];
  for (let at = 1; at < weights.length; at++) {
    gradient[at]! -= penalties[at]! * weights[at]!; // all have an entry per weight
    diagonal[at]! += penalties[at]!;
  }
  return solve(gradient, diagonal, (vector) => {
    const products = addWeights(design, vector);
    for (let at = 0; at < products.length; at++) products[at]! *= curvatures[at]!; // one per combination
    const result = sumPerWeight(design, products);
    for (let at = 1; at < vector.length; at++) result[at]! += penalties[at]! * vector[at]!; // as above
    return result;
  });
}

/** Conjugate gradients from 0: x with A x = target (Hestenes and Stiefel, Journal of Research of the National Bureau of Standards 49 (1952)). */
function solve(
  target: Float64Array,
  diagonal: Float64Array,
  multiply: (vector: Float64Array) => Float64Array,
): Float64Array {
  const solution = new Float64Array(target.length);
  const residual = target.slice();
  // Where rates are 0 or 1 to the last bit, the intercept has no curvature.
  const scale = () => residual.map((entry, at) => (diagonal[at]! > 0 ? entry / diagonal[at]! : 0)); // as many
  let scaled = scale();
  let direction = scaled;
  let size = dot(residual, scaled);
  const first = dot(residual, residual);
  for (let product = 0; product < MAX_PRODUCTS && size > 0; product++) {
    const image = multiply(direction);
    const length = size / dot(direction, image);
    for (let at = 0; at < solution.length; at++) {
      solution[at]! += length * direction[at]!; // all have one entry per weight
      residual[at]! -= length * image[at]!;
    }
    if (dot(residual, residual) < LEAST_RESIDUAL * first) break;
    scaled = scale();
    const next = dot(residual, scaled);
    const kept = next / size;
    direction = scaled.map((entry, at) => entry + kept * direction[at]!); // as many
    size = next;
  }
  return solution;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!; // equal lengths
  return sum;
}

function largestOf(values: Float64Array): number {
  let largest = 0;
  for (let at = 0; at < values.length; at++) largest = Math.max(largest, Math.abs(values[at]!)); // below the length
  return largest;
}
