import { FINDER_FOLDS, SHIFT_PRIOR_LEADS } from '../constants.ts';
import { sumSquares } from '../counts/families.ts';
import { clampRate, OUTCOMES, type FoldedOutcomes } from './fold-outcomes.ts';

/** The most that one step of Newton's method adds to a shift or takes away from it, */
const MAX_STEP = 2;
/** and the number of its steps. */
const STEPS = 4;

/** Groups of leads, each with a rate for each part of the leads, learned from the other parts. */
export interface CellModel {
  cells: number;
  /** The cell of each lead. */
  cellOf: Uint32Array;
  /** Of each cell the rates for all parts. */
  rates: Float64Array;
}

/** Leads per cell of a model and value of a column. A position is a cell x the number of values + a value. */
export interface CellTable {
  values: number;
  /** Of each position the leads of each part and outcome, as in `FoldedOutcomes`. */
  counts: Uint32Array;
  /** Of each position, over all parts. */
  leads: Uint32Array;
  conversions: Uint32Array;
}

/** The model without columns: one cell with the rate of the other parts. */
export function startModel({ outcomes, learningRates }: FoldedOutcomes): CellModel {
  return { cells: 1, cellOf: new Uint32Array(outcomes.length), rates: learningRates };
}

/** Counts the leads of each cell, value and outcome, in one pass. */
export function countCells(
  { cells, cellOf }: CellModel,
  { codes, values }: { codes: Uint8Array; values: number },
  { outcomes }: FoldedOutcomes,
): CellTable {
  const positions = cells * values;
  const counts = new Uint32Array(positions * OUTCOMES);
  for (let lead = 0; lead < codes.length; lead++)
    // The `!` here: a cell, a code and an outcome per lead.
    counts[(cellOf[lead]! * values + codes[lead]!) * OUTCOMES + outcomes[lead]!]!++;
  const [leads, conversions] = [new Uint32Array(positions), new Uint32Array(positions)];
  for (let position = 0; position < positions; position++)
    for (let at = position * OUTCOMES; at < (position + 1) * OUTCOMES; at += 2) {
      leads[position]! += counts[at]! + counts[at + 1]!; // two per part
      conversions[position]! += counts[at + 1]!;
    }
  return { values, counts, leads, conversions };
}

/** The leads of one value that a part learns from, by cell: those of the other parts. */
interface LearningCells {
  leads: Float64Array;
  conversions: Float64Array;
  /** The rate of the model / (1 - the rate). */
  odds: Float64Array;
  size: number;
}

/**
 * Computes the rate at each position of a table once each value shifts the model: σ(logit model + δ), for each part with the δ that the
 * other parts give; see `fitShift`.
 *
 * @returns of each position the rates for all parts
 */
export function shiftRates(model: CellModel, table: CellTable, learningRates: Float64Array): Float64Array {
  const { cells, rates } = model;
  const shifted = new Float64Array(cells * table.values * FINDER_FOLDS);
  const empty = () => new Float64Array(cells);
  const learning: LearningCells = { leads: empty(), conversions: empty(), odds: empty(), size: 0 };
  for (let value = 0; value < table.values; value++)
    for (let fold = 0; fold < FINDER_FOLDS; fold++) {
      gatherCells(learning, model, table, { value, fold });
      const factor = Math.exp(fitShift(learning, learningRates[fold]!)); // a rate per part
      for (let cell = 0; cell < cells; cell++) {
        const odds = toOdds(rates[cell * FINDER_FOLDS + fold]!) * factor; // a rate per cell and part
        shifted[(cell * table.values + value) * FINDER_FOLDS + fold] = odds / (1 + odds);
      }
    }
  return shifted;
}

function gatherCells(
  learning: LearningCells,
  { cells, rates }: CellModel,
  { values, counts, leads, conversions }: CellTable,
  { value, fold }: { value: number; fold: number },
): void {
  learning.size = 0;
  for (let cell = 0; cell < cells; cell++) {
    const position = cell * values + value;
    // The `!` here: two counts and a rate per part.
    const converted = counts[position * OUTCOMES + 2 * fold + 1]!;
    const others = leads[position]! - converted - counts[position * OUTCOMES + 2 * fold]!;
    if (others === 0) continue;
    learning.leads[learning.size] = others;
    learning.conversions[learning.size] = conversions[position]! - converted;
    learning.odds[learning.size++] = toOdds(rates[cell * FINDER_FOLDS + fold]!);
  }
}

const toOdds = (rate: number) => rate / (1 - rate);

/**
 * By how much a value shifts what the model says of its leads, on the scale of log odds: δ with
 *
 *     Σ (k - n σ(logit model + δ)) = 50 b (1 - b) δ
 *
 * over the cells, by 4 steps of Newton's method from 0, each at most 2. The right side is a normal prior around 0 that weighs as
 * much as 50 leads at the baseline rate b. Without leads it is 0.
 * Example: cells of 50 leads with 10 conversions and of 40 with 2, which the model puts at 0.25 and 0.15, b 0.2: -0.306324.
 * @internal
 */
export function fitShift({ leads, conversions, odds, size }: LearningCells, baselineRate: number): number {
  const weight = SHIFT_PRIOR_LEADS * baselineRate * (1 - baselineRate);
  let shift = 0;
  for (let step = 0; step < STEPS; step++) {
    const factor = Math.exp(shift);
    let score = -weight * shift;
    let information = weight;
    for (let cell = 0; cell < size; cell++) {
      // The `!` here: below the size.
      const shifted = odds[cell]! * factor;
      const rate = shifted / (1 + shifted);
      score += conversions[cell]! - leads[cell]! * rate;
      information += leads[cell]! * rate * (1 - rate);
    }
    shift += Math.min(MAX_STEP, Math.max(-MAX_STEP, score / information));
  }
  return shift;
}

/**
 * The rate of a cell: its own conversions together with `strength` leads at the shifted rate of the model, (k + s σ) / (n + s), within 1e-4
 * and 1 - 1e-4. A cell without leads has the shifted rate.
 * Example: 10 of 50, shifted rate 0.1972, strength 30: 0.1989.
 * @internal
 */
export function smoothRate(
  leads: number,
  conversions: number,
  { rate, strength }: { rate: number; strength: number },
): number {
  return clampRate((conversions + strength * rate) / (leads + strength));
}

/** The gain of a column beside a model, on leads that the model was not learned from. */
export interface Gain {
  /** Log-likelihood over that of the model, in natural logarithms. */
  gain: number;
  /** The gain / the square root of the sum of squared gains per lead, or per family (`sumSquares`); 0 where nothing changes. */
  z: number;
}

/** A column beside a model: the leads of its values, and the rates that these shift; see `shiftRates`. */
interface TriedColumn {
  /** The value of each lead. */
  codes: Uint8Array;
  table: CellTable;
  shifted: Float64Array;
}

/** The best gain of some strengths; of equal ones the first. */
export function measureGain(
  model: CellModel,
  tried: TriedColumn,
  { strengths, folded }: { strengths: readonly number[]; folded: FoldedOutcomes },
): Gain & { strength: number } {
  const { counts } = tried.table;
  let [best, most] = [0, -Infinity];
  let perLead: Float64Array = new Float64Array();
  for (const strength of strengths) {
    const gains = listGains(model, tried, strength);
    let gain = 0;
    for (let at = 0; at < gains.length; at += 2)
      gain += counts[at + 1]! * gains[at + 1]! + counts[at]! * gains[at]!; // a gain per count, two per part
    if (gain > most) [best, most, perLead] = [strength, gain, gains];
  }
  const square = squareGains(perLead, { model, tried, folded });
  return { gain: most, z: square > 0 ? most / Math.sqrt(square) : 0, strength: best };
}

/** The gain of one lead of each position, part and outcome that occurs. */
function listGains({ rates }: CellModel, { table, shifted }: TriedColumn, strength: number): Float64Array {
  const { values, counts } = table;
  const gains = new Float64Array(counts.length);
  for (let position = 0; position < table.leads.length; position++) {
    if (table.leads[position] === 0) continue;
    for (let fold = 0; fold < FINDER_FOLDS; fold++) {
      // The `!` here: two counts and a rate per part.
      const at = position * OUTCOMES + 2 * fold;
      const others = counts[at]!;
      const converted = counts[at + 1]!;
      if (others + converted === 0) continue;
      const before = rates[Math.floor(position / values) * FINDER_FOLDS + fold]!;
      const after = rateOfOthers(table, shifted, { position, fold, strength });
      if (converted > 0) gains[at + 1] = Math.log(after / before);
      if (others > 0) gains[at] = Math.log((1 - after) / (1 - before));
    }
  }
  return gains;
}

/** The rate at a position for a part, from the leads of the other parts. */
function rateOfOthers(
  { counts, leads, conversions }: CellTable,
  shifted: Float64Array,
  { position, fold, strength }: { position: number; fold: number; strength: number },
): number {
  // The `!` here: two counts and a rate per part.
  const converted = counts[position * OUTCOMES + 2 * fold + 1]!;
  const held = converted + counts[position * OUTCOMES + 2 * fold]!;
  const rate = shifted[position * FINDER_FOLDS + fold]!;
  return smoothRate(leads[position]! - held, conversions[position]! - converted, { rate, strength });
}

/** The sum of squared gains per lead, or per family. */
function squareGains(
  gains: Float64Array,
  { model, tried, folded }: { model: CellModel; tried: TriedColumn; folded: FoldedOutcomes },
): number {
  const { table, codes } = tried;
  const { outcomes, families } = folded;
  // The `!` here: a gain per count, two per part; a cell, a code and an outcome per lead.
  if (families) {
    const { cellOf } = model;
    const perLead = new Float64Array(codes.length);
    for (let lead = 0; lead < codes.length; lead++)
      perLead[lead] = gains[(cellOf[lead]! * table.values + codes[lead]!) * OUTCOMES + outcomes[lead]!]!;
    return sumSquares(perLead, families);
  }
  let squares = 0;
  for (let at = 0; at < gains.length; at += 2)
    squares += table.counts[at + 1]! * gains[at + 1]! ** 2 + table.counts[at]! * gains[at]! ** 2;
  return squares;
}

/** The model with another column: a cell for each cell and value that occur together. */
export function growModel(
  model: CellModel,
  { codes, table, shifted }: TriedColumn,
  strength: number,
): CellModel {
  const { values } = table;
  const cellOfPosition = new Uint32Array(table.leads.length);
  const rates: number[] = [];
  let cells = 0;
  for (let position = 0; position < cellOfPosition.length; position++) {
    if (table.leads[position] === 0) continue;
    cellOfPosition[position] = cells++;
    for (let fold = 0; fold < FINDER_FOLDS; fold++)
      rates.push(rateOfOthers(table, shifted, { position, fold, strength }));
  }
  const cellOf = new Uint32Array(codes.length);
  for (let lead = 0; lead < codes.length; lead++)
    cellOf[lead] = cellOfPosition[model.cellOf[lead]! * values + codes[lead]!]!; // a position of the table
  return { cells, cellOf, rates: Float64Array.from(rates) };
}
