import { sumByCode } from '../counts/coding.ts';
import { codedField, codedFields, type Tally } from '../counts/tally.ts';
import { MAX_ESTIMATED_RATE, SPREADS } from '../constants.ts';
import { multiplyOut, type Balanced } from './balanced.ts';
import { measureLogRatios, weighSpreads } from '../measure/spreads.ts';
import { dot, largestOf } from '../stats/vectors.ts';

/** The log odds of converting: those of a lead without effects, and the effect of each value. */
export interface MainEffects {
  /** Infinite where no lead or each lead converted. */
  intercept: number;
  /** Per field the effect of each value. */
  effects: readonly Float64Array[];
}

/** Fitting stops when the effects are known to within this, */
const MAX_ERROR = 1e-11;
/** or after this number of steps. */
const MAX_STEPS = 50;
/** No effect changes by more than this in a step. */
const MAX_CHANGE = 2;
/** A step is halved where the slope behind it has turned by more than this share of itself, at most MAX_HALVINGS times. */
const MAX_TURN = 0.5;
const MAX_HALVINGS = 20;
/** The most products of conjugate gradients, and the share of a step that they may leave out at most. */
const MAX_PRODUCTS = 200;
const MAX_LEFT_OUT = 0.1;
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
 * on the counts of the combinations. Each step squares the error once it is small; it is found by conjugate gradients with the diagonal as
 * preconditioner, as closely as is worth it (Dembo, Eisenstat and Steihaug, SIAM Journal on Numerical Analysis 19 (1982)).
 *
 * Degenerate cases: an intercept of -Infinity without leads or conversions, of Infinity where each lead converted, then without effects.
 * The effect of a value without leads, and of the only value of a field, is 0.
 * Example: one field, 'a' with 30 of 100 and 'b' with 10 of 100: spread 0.8313, effects 0.6069 and -0.6069, intercept -1.4964.
 *
 * @param balanced of the same leads: its multipliers are near to the effects, so a few steps are enough
 */
export function fitMainEffects(tally: Tally, balanced: Balanced): MainEffects {
  const design = createDesign(tally);
  let weights = startAt(design, tally, balanced);
  if (!Number.isFinite(weights[0])) return toEffects(tally, weights);
  let slopes = measureSlopes(design, weights);
  let leftOut = MAX_LEFT_OUT;
  for (let step = 0; step < MAX_STEPS; step++) {
    const change = solve(design, slopes, leftOut);
    const largest = largestOf(change);
    const error = largest * Math.max(largest, leftOut);
    const ahead = dot(slopes.gradient, change);
    let share = Math.min(1, MAX_CHANGE / largest);
    for (let halvings = 0; ; halvings++) {
      const next = weights.map((weight, at) => weight + share * change[at]!); // as many
      if (error <= MAX_ERROR) return toEffects(tally, next);
      slopes = measureSlopes(design, next);
      if (dot(slopes.gradient, change) >= -MAX_TURN * ahead || halvings === MAX_HALVINGS) {
        weights = next;
        break;
      }
      share /= 2;
    }
    leftOut = Math.min(MAX_LEFT_OUT, Math.max(error, MAX_ERROR / error));
  }
  return toEffects(tally, weights);
}

/** The rates that main effects predict for combinations, below 1 where not every lead converted. */
export function predictRates({ intercept, effects }: MainEffects, codes: Tally['codes']): Float64Array {
  const factors = effects.map((list) => list.map(Math.exp));
  const rates = multiplyOut(Math.exp(intercept), factors, codes);
  for (let at = 0; at < rates.length; at++) rates[at] = toRate(rates[at]!); // below the length
  return rates;
}

/** The rate that main effects predict for one combination, to the last bit. A value that no lead has counts as the average one. */
export function predictRate({ intercept, effects }: MainEffects, codes: readonly number[]): number {
  return toRate(
    codes.reduce((odds, code, field) => odds * Math.exp(effects[field]?.[code] ?? 0), Math.exp(intercept)),
  );
}

/** The rate of odds, which may be infinite. */
export const toRate = (odds: number): number => 1 / (1 + 1 / odds);

/** A field with the codes of its combinations, and where its weights are: from the first one to that before the end. */
interface Column {
  codes: Uint32Array;
  first: number;
  end: number;
}

/** The counts of combinations, and which weights they have beside the first one, the intercept. */
interface Design extends Pick<Tally, 'leads' | 'conversions'> {
  fields: readonly Column[];
  /**
   * Always three, as there are one to three fields: one loop for all takes half as long as one per field. Others than the fields have the
   * last weight, which stays 0.
   */
  columns: readonly [Column, Column, Column];
  /** One per weight. */
  penalties: Float64Array;
  /** W = n μ (1 - μ) of each combination, at the weights of the last slopes: one list for all, since new ones of that length take time. */
  curvatures: Float64Array;
  /** Empty where they would have more cells than there are combinations. */
  pairs: readonly Pair[];
}

/** The curvatures of each value of one column with each of another: a product of these takes a small part of that of the combinations. */
interface Pair {
  one: Column;
  other: Column;
  /** How many codes the other column has. */
  size: number;
  /** A cell is a code of the one x size + a code of the other. */
  cells: Float64Array;
}

function createDesign(tally: Tally): Design {
  const { leads, conversions } = tally;
  const count = tally.fields.reduce((sum, { values }) => sum + values.length, 1);
  const penalties = new Float64Array(count + 1).fill(1);
  penalties[0] = 0;
  let end = 1;
  const fields = codedFields(tally).map(({ codes, values }, field) => {
    const first = end;
    end += values.length;
    penalties.fill(Math.max(LEAST_SPREAD, measureSpread(tally, field)) ** -2, first, end);
    return { codes, first, end };
  });
  const none = { codes: new Uint32Array(leads.length), first: count, end: count };
  const [a = none, b = none, c = none] = fields;
  const curvatures = new Float64Array(leads.length);
  const pairs = createPairs([a, b, c], leads.length);
  return { leads, conversions, fields, columns: [a, b, c], penalties, curvatures, pairs };
}

function createPairs([a, b, c]: Design['columns'], combinations: number): Pair[] {
  const sizeOf = ({ first, end }: Column) => Math.max(1, end - first);
  const both = [
    [a, b],
    [a, c],
    [b, c],
  ] as const;
  if (both.reduce((sum, [one, other]) => sum + sizeOf(one) * sizeOf(other), 0) > combinations) return [];
  return both.map(([one, other]) => {
    const size = sizeOf(other);
    return { one, other, size, cells: new Float64Array(sizeOf(one) * size) };
  });
}

/** The log odds of all leads, and of each value the difference from them that its multiplier makes, in a rate below 1. */
function startAt(
  { fields, penalties }: Design,
  { totalLeads, totalConversions }: Tally,
  { multipliers }: Balanced,
): Float64Array {
  const weights = new Float64Array(penalties.length);
  const rate = totalConversions / totalLeads;
  const logOdds = (of: number) => Math.log(of / (1 - of));
  weights[0] = totalConversions === 0 ? -Infinity : logOdds(rate);
  if (!Number.isFinite(weights[0])) return weights;
  for (const [field, { first }] of fields.entries()) {
    const list = multipliers[field]!; // a list per field
    for (let code = 0; code < list.length; code++)
      weights[first + code] = logOdds(Math.min(MAX_ESTIMATED_RATE, rate * list[code]!)) - weights[0]; // below the length
  }
  return weights;
}

function toEffects({ fields }: Tally, weights: Float64Array): MainEffects {
  let first = 1;
  const effects = fields.map(({ values }) => weights.slice(first, (first += values.length)));
  return { intercept: weights[0]!, effects }; // there is an intercept
}

interface Slopes {
  /** X'(k - n μ) - P β, that of the log-likelihood. */
  gradient: Float64Array;
  /** That of X'WX. */
  diagonal: Float64Array;
}

function measureSlopes(design: Design, weights: Float64Array): Slopes {
  const { leads, conversions, columns, penalties, curvatures } = design;
  const [a, b, c] = columns;
  const [codesA, codesB, codesC] = [a.codes, b.codes, c.codes];
  const [firstA, firstB, firstC] = [a.first, b.first, c.first];
  const factors = weights.map(Math.exp);
  const base = factors[0]!; // there is an intercept
  const [gradient, diagonal] = [new Float64Array(weights.length), new Float64Array(weights.length)];
  let [allMissed, all] = [0, 0];
  for (let at = 0; at < curvatures.length; at++) {
    // The `!` here: counts and a code of each column per combination, a factor per place.
    const placeA = firstA + codesA[at]!;
    const placeB = firstB + codesB[at]!;
    const placeC = firstC + codesC[at]!;
    const odds = base * factors[placeA]! * factors[placeB]! * factors[placeC]!;
    const otherRate = 1 / (1 + odds);
    const predicted = leads[at]! * odds * otherRate;
    const missed = conversions[at]! - predicted;
    const curvature = predicted * otherRate;
    curvatures[at] = curvature;
    allMissed += missed;
    all += curvature;
    gradient[placeA]! += missed;
    diagonal[placeA]! += curvature;
    gradient[placeB]! += missed;
    diagonal[placeB]! += curvature;
    gradient[placeC]! += missed;
    diagonal[placeC]! += curvature;
  }
  [gradient[0], diagonal[0]] = [allMissed, all];
  for (let at = 1; at < weights.length; at++) gradient[at]! -= penalties[at]! * weights[at]!; // a penalty per weight
  clearLast(gradient);
  clearLast(diagonal);
  return { gradient, diagonal };
}

/** The last weight is that of no field. */
function clearLast(entries: Float64Array): void {
  entries[entries.length - 1] = 0;
}

/** Adds up the curvatures of the combinations. One loop takes less than one per pair. */
function fillPairs({ columns: [a, b, c], pairs: [ab, ac, bc], curvatures }: Design): void {
  if (!ab || !ac || !bc) return;
  const [codesA, codesB, codesC] = [a.codes, b.codes, c.codes];
  const [cellsAB, cellsAC, cellsBC] = [ab.cells.fill(0), ac.cells.fill(0), bc.cells.fill(0)];
  const [sizeB, sizeC] = [ab.size, bc.size];
  for (let at = 0; at < curvatures.length; at++) {
    // The `!` here: a code of each column per combination, a cell per two codes.
    const curvature = curvatures[at]!;
    const codeA = codesA[at]!;
    const codeB = codesB[at]!;
    const codeC = codesC[at]!;
    cellsAB[codeA * sizeB + codeB]! += curvature;
    cellsAC[codeA * sizeC + codeC]! += curvature;
    cellsBC[codeB * sizeC + codeC]! += curvature;
  }
}

/** (X'WX + P) times a vector. */
function multiply(design: Design, { diagonal }: Slopes, vector: Float64Array): Float64Array {
  const { pairs, penalties } = design;
  if (pairs.length === 0) return multiplyCombinations(design, vector);
  const base = vector[0]!; // there is an intercept
  // The `!` here and below: an entry per weight, a cell per two codes.
  const result = vector.map((own, at) => diagonal[at]! * (base + own) + penalties[at]! * own);
  result[0] = dot(diagonal, vector);
  for (const { one, other, size, cells } of pairs)
    for (let a = one.first, cell = 0; cell < cells.length; a++) {
      const own = vector[a]!;
      let sum = 0;
      for (let b = other.first; b < other.first + size; b++, cell++) {
        sum += cells[cell]! * vector[b]!;
        result[b]! += cells[cell]! * own;
      }
      result[a]! += sum;
    }
  clearLast(result);
  return result;
}

/** The same from the combinations themselves. */
function multiplyCombinations(
  { columns, penalties, curvatures }: Design,
  vector: Float64Array,
): Float64Array {
  const [a, b, c] = columns;
  const [codesA, codesB, codesC] = [a.codes, b.codes, c.codes];
  const [firstA, firstB, firstC] = [a.first, b.first, c.first];
  const base = vector[0]!; // there is an intercept
  const result = new Float64Array(vector.length);
  let all = 0;
  for (let at = 0; at < curvatures.length; at++) {
    // The `!` here: a code of each column per combination, an entry per place.
    const placeA = firstA + codesA[at]!;
    const placeB = firstB + codesB[at]!;
    const placeC = firstC + codesC[at]!;
    const part = curvatures[at]! * (base + vector[placeA]! + vector[placeB]! + vector[placeC]!);
    all += part;
    result[placeA]! += part;
    result[placeB]! += part;
    result[placeC]! += part;
  }
  result[0] = all;
  for (let at = 1; at < vector.length; at++) result[at]! += penalties[at]! * vector[at]!; // a penalty per weight
  clearLast(result);
  return result;
}

/**
 * A step of Newton's method, (X'WX + P) change = gradient, by conjugate gradients from 0 (Hestenes and Stiefel, Journal of Research of the
 * National Bureau of Standards 49 (1952)).
 *
 * @param leftOut they end where about this share of the change is left out
 */
function solve(design: Design, slopes: Slopes, leftOut: number): Float64Array {
  const { gradient } = slopes;
  fillPairs(design);
  const change = new Float64Array(gradient.length);
  const residual = gradient.slice();
  let scaled = precondition(design, slopes, residual);
  let size = dot(residual, scaled);
  const direction = scaled.slice();
  for (let product = 0; product < MAX_PRODUCTS && size > 0; product++) {
    const image = multiply(design, slopes, direction);
    const length = size / dot(direction, image);
    for (let at = 0; at < change.length; at++) {
      change[at]! += length * direction[at]!; // all have one entry per weight
      residual[at]! -= length * image[at]!;
    }
    scaled = precondition(design, slopes, residual);
    if (largestOf(scaled) <= leftOut * largestOf(change)) break;
    const next = dot(residual, scaled);
    for (let at = 0; at < direction.length; at++)
      direction[at] = scaled[at]! + (next / size) * direction[at]!; // as above
    size = next;
  }
  return change;
}

/**
 * About the solution for a residual: that of the diagonal, and the exact one for changes that are one number per field. Without the latter
 * the intercept and the fields push the same number back and forth.
 */
function precondition(
  { fields, penalties }: Design,
  { diagonal }: Slopes,
  residual: Float64Array,
): Float64Array {
  const solution = new Float64Array(residual.length);
  for (let at = 1; at < residual.length; at++)
    solution[at] = residual[at]! / (diagonal[at]! + penalties[at]!); // an entry per weight
  // Where rates are 0 or 1 to the last bit, the intercept has no curvature.
  const [own, all] = [residual[0]!, diagonal[0]!]; // there is an intercept
  solution[0] = all > 0 ? own / all : 0;
  for (const { first, end } of fields) {
    let sum = -own;
    for (let at = first; at < end; at++) sum += residual[at]!; // below the length
    const shift = sum / ((end - first) * penalties[first]!); // as above
    for (let at = first; at < end; at++) solution[at]! += shift;
    solution[0] -= shift;
  }
  return solution;
}
