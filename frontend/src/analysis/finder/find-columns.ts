import {
  FIRST_STRENGTHS,
  CELL_STRENGTHS,
  MAX_FALSE_DISCOVERY_RATE,
  MAX_ORDERED_CELLS,
  MAX_SEARCHED_CELLS,
  MAX_SUGGESTED_COLUMNS,
  MAX_WITHIN_P_VALUE,
  MIN_FINDER_CONVERSIONS,
  MIN_FINDER_LEADS,
  MIN_GAIN_Z,
  MIN_GAIN_Z_OF_FEW,
  MIN_SURE_CONVERSIONS,
  ORDER_STRENGTHS,
} from '../constants.ts';
import { measureRate } from '../measure/lift.ts';
import { benjaminiHochberg } from '../stats/false-discovery.ts';
import type { Interval } from '../stats/intervals.ts';
import type { Candidate } from './candidate.ts';
import {
  countCells,
  growModel,
  measureGain,
  shiftRates,
  startModel,
  type CellModel,
  type Gain,
} from './cell-rates.ts';
import { foldOutcomes, type FoldedOutcomes } from './fold-outcomes.ts';
import { findAlwaysConverting, findOutcomeMark, type OutcomeMark } from './outcome-marks.ts';
import { testWithinCells } from './test-within.ts';
import { type Counts, addCounts, NO_LEADS } from '../counts/valued-leads.ts';
import { chiSquareOfShare } from '../stats/chi-square.ts';
import { upperGamma } from '../stats/incomplete-gamma.ts';

/** A candidate with what it tells of the outcome. */
export interface FoundColumn {
  /** Its index among the candidates. */
  candidate: number;
  /** Leads and conversions of each of its values. */
  counts: readonly Counts[];
  /** The lowest and the highest rate of its values with at least 30 leads; null without one. */
  rates: Interval | null;
  pValue: number;
  qValue: number;
  knows: OutcomeMark | null;
  /** The index of a value that always converts, with which the column may be known only later; see `findAlwaysConverting`. */
  alwaysConverts: number | null;
  /** The gain of the column alone. */
  alone: Gain;
  /** The gain beyond the suggested columns, of a suggested one beyond those before it; null where there would be too many cells. */
  added: Gain | null;
  /** Whether it is found and its gain alone is clear. */
  tellsMuch: boolean;
  /** 1 to 3 for a suggested column, else null. */
  suggestion: number | null;
}

/** The candidates in order: suggested ones, then by what they add; those that know the outcome or may be known only later last. */
export interface FoundColumns {
  total: Counts;
  /** Under 100 conversions: only strong differences can be found. */
  hasFewConversions: boolean;
  columns: readonly FoundColumn[];
}

/** A candidate while it is tried. */
type Trial = Omit<FoundColumn, 'candidate' | 'rates' | 'tellsMuch'> & { candidate: Candidate; index: number };

/**
 * Finds the columns that tell most about the outcome, on leads that they were not learned from. The leads are dealt into 5
 * parts; rates are learned from 4 of them and tried on the fifth.
 *
 * Each step tries every column beside those that are suggested already and takes the one with the largest gain (see
 * `measureGain`) among those with q < 0.05, a gain above 0 and z > 1, under 200 conversions z > 1.645. It takes at most three; a
 * column that would give more than 16,000 cells is not tried. The second and third must also tell something within the cells of those
 * before (p < 0.01, see `testWithinCells`): shifts are learned with a prior, so a copy of a taken column would gain by going on where
 * the prior stopped. A column that knows the outcome, one that may be known only later
 * and another part of dates that are suggested are never taken, nor is a month, week or quarter: no ad platform can use it, and in one
 * or two years it is time, not season. The others follow by what they add to those taken.
 *
 * q is Benjamini and Hochberg's over all candidates. For a column that is known in time it is the larger of that and the one over
 * the columns that may be known in time: columns that know the outcome would otherwise make others easier to find.
 *
 * A search in steps: it yields after each look at a column, at most once over all leads, and can be left there. The same leads
 * give the same columns. Without leads, without conversions and where each lead converted nothing is suggested.
 *
 * @param isConverted 1 for each converted lead, else 0
 * @param families the number of the family of each lead, which stands in one part; null where no lead has a relative
 */
export function* findColumns(
  candidates: readonly Candidate[],
  isConverted: Uint8Array,
  seed?: number,
  families: Uint32Array | null = null,
): Generator<undefined, FoundColumns> {
  const outcomes = foldOutcomes(isConverted, seed, families);
  const start = startModel(outcomes);
  yield;
  const trials: Trial[] = [];
  for (const [index, candidate] of candidates.entries()) {
    trials.push(tryAlone(candidate, index, { model: start, outcomes, strengths: FIRST_STRENGTHS }));
    yield;
  }
  setQValues(trials);
  const conversions = isConverted.reduce((sum, flag) => sum + flag, 0);
  const model = yield* suggest(trials, { start, outcomes, isClear: clearGain(conversions) });
  yield* orderOthers(trials, model, outcomes);
  return {
    total: { leads: isConverted.length, conversions },
    hasFewConversions: conversions < MIN_FINDER_CONVERSIONS,
    columns: trials.toSorted(compareTrials).map((trial) => describeTrial(trial, clearGain(conversions))),
  };
}

type IsClear = (gain: Gain) => boolean;

function clearGain(conversions: number): IsClear {
  const least = conversions < MIN_SURE_CONVERSIONS ? MIN_GAIN_Z_OF_FEW : MIN_GAIN_Z;
  return ({ gain, z }) => gain > 0 && z > least;
}

function tryAlone(candidate: Candidate, index: number, look: Look): Trial {
  const {
    best,
    tried: { table },
  } = tryColumn(candidate, look);
  const counts = Array.from(table.leads, (leads, at) => ({ leads, conversions: table.conversions[at] ?? 0 }));
  return {
    candidate,
    index,
    counts,
    pValue: testColumn(counts).pValue,
    qValue: 0,
    knows: findOutcomeMark(counts),
    alwaysConverts: findAlwaysConverting(counts),
    alone: best,
    added: null,
    suggestion: null,
  };
}

/** The model beside which a column is tried, and the leads that try it. */
interface Look {
  model: CellModel;
  outcomes: FoldedOutcomes;
  strengths: readonly number[];
}

/** One pass over the leads. */
function tryColumn({ codes, names }: Candidate, { model, outcomes, strengths }: Look) {
  const table = countCells(model, { codes, values: names.length }, outcomes);
  const tried = { codes, table, shifted: shiftRates(model, table, outcomes.learningRates) };
  const { strength, ...best } = measureGain(model, tried, { strengths, folded: outcomes });
  return { tried, strength, best };
}

type Marks = Pick<Trial, 'knows' | 'alwaysConverts' | 'candidate'>;

const isKnownInTime = ({ knows, alwaysConverts, candidate }: Marks) =>
  knows === null && alwaysConverts === null && !candidate.isKnownLater;

const mayBeSuggested = (trial: Marks) => isKnownInTime(trial) && !trial.candidate.isOfCalendar;

function setQValues(trials: readonly Trial[]): void {
  for (const family of [trials, trials.filter(isKnownInTime)]) {
    const pValues = Float64Array.from(family, ({ pValue }) => pValue);
    const qValues = benjaminiHochberg(pValues, new Uint32Array(family.length).fill(1));
    for (const [at, trial] of family.entries()) trial.qValue = Math.max(trial.qValue, qValues[at]!); // one per trial
  }
}

/** Takes up to three columns, and returns the model of those that were taken. */
function* suggest(
  trials: readonly Trial[],
  { start, outcomes, isClear }: { start: CellModel; outcomes: FoldedOutcomes; isClear: IsClear },
): Generator<undefined, CellModel> {
  let model = start;
  let left = trials.filter((trial) => mayBeSuggested(trial) && trial.qValue < MAX_FALSE_DISCOVERY_RATE);
  for (let suggestion = 1; suggestion <= MAX_SUGGESTED_COLUMNS; suggestion++) {
    const strengths = suggestion === 1 ? FIRST_STRENGTHS : CELL_STRENGTHS;
    let taken: { trial: Trial; best: Gain } | null = null;
    for (const trial of left) {
      if (model.cells * trial.candidate.names.length > MAX_SEARCHED_CELLS) continue;
      const { best, tried } = tryColumn(trial.candidate, { model, outcomes, strengths });
      const isNew = suggestion === 1 || testWithinCells(tried.table) < MAX_WITHIN_P_VALUE;
      if (isNew && isClear(best) && best.gain > (taken?.best.gain ?? 0)) taken = { trial, best };
      yield;
    }
    if (taken === null) return model;
    const { candidate } = taken.trial;
    taken.trial.suggestion = suggestion;
    taken.trial.added = taken.best;
    const { tried, strength } = tryColumn(candidate, { model, outcomes, strengths });
    model = growModel(model, tried, strength);
    yield;
    left = left.filter((other) => other.candidate.column !== candidate.column);
  }
  return model;
}

function* orderOthers(
  trials: readonly Trial[],
  model: CellModel,
  outcomes: FoldedOutcomes,
): Generator<undefined, void> {
  for (const trial of trials) {
    if (trial.suggestion !== null || model.cells * trial.candidate.names.length > MAX_ORDERED_CELLS) continue;
    trial.added = tryColumn(trial.candidate, { model, outcomes, strengths: ORDER_STRENGTHS }).best;
    yield;
  }
}

/** Equal gains by the gain alone, then in the order of the candidates. */
function compareTrials(a: Trial, b: Trial): number {
  for (const keyOf of TRIAL_ORDER) if (keyOf(a) !== keyOf(b)) return keyOf(a) - keyOf(b);
  return 0;
}

const TRIAL_ORDER: readonly ((trial: Trial) => number)[] = [
  ({ suggestion }) => suggestion ?? MAX_SUGGESTED_COLUMNS + 1,
  (trial) => (isKnownInTime(trial) ? 0 : 1),
  ({ added }) => -(added?.gain ?? -Number.MAX_VALUE),
  ({ alone }) => -alone.gain,
  ({ index }) => index,
];

function describeTrial({ candidate: _candidate, index, ...figures }: Trial, isClear: IsClear): FoundColumn {
  const { counts, qValue, alone } = figures;
  const rates = counts.filter(({ leads }) => leads >= MIN_FINDER_LEADS).map(measureRate);
  return {
    ...figures,
    candidate: index,
    rates: rates.length === 0 ? null : { low: Math.min(...rates), high: Math.max(...rates) },
    tellsMuch: qValue < MAX_FALSE_DISCOVERY_RATE && isClear(alone),
  };
}

/**
 * The p-value of a column: whether the rates of its values differ by more than chance. X² = Σ (k - n b)² / (n b (1 - b)) over
 * r values of n leads, b = T / N the baseline rate. Under all orders of the outcomes its mean and variance are exactly
 *
 *     m = N (r - 1) / (N - 1)
 *     v = 2N / (N - 3) (v1 - w1)(v2 - w2) + N² / (N - 1) w1 w2
 *     v1 = (r - 1)(N - r) / (N - 1)     w1 = (Σ N / n - r²) / (N - 2)
 *     v2 = (N - 2) / (N - 1)            w2 = (N / T + N / (N - T) - 4) / (N - 2)
 *
 * (Haldane, "The mean and variance of χ², when used as a test of homogeneity, when expectations are small", Biometrika 31
 * (1940); Dawson, "A simplified expression for the variance of the χ²-function on a contingency table", Biometrika 41 (1954)).
 * p is the tail Q(m²/v, X² m/v) of the gamma distribution with this mean and variance, which holds for rare conversions too.
 *
 * Values without leads do not count. With one value, with no or only conversions, or with fewer than 4 leads p is 1.
 * Example: 60 of 200, 30 of 150, 15 of 100, 20 of 50: X² 16, p 0.00110361.
 *
 * @internal
 */
export function testColumn(values: readonly Counts[]): { chiSquare: number; pValue: number } {
  const filled = values.filter(({ leads }) => leads > 0);
  const total = filled.reduce(addCounts, NO_LEADS);
  const [N, T, r] = [total.leads, total.conversions, filled.length];
  if (r < 2 || T === 0 || T === N || N < 4) return { chiSquare: 0, pValue: 1 };
  const chiSquare = filled.reduce(
    (sum, { leads, conversions }) => sum + chiSquareOfShare(conversions, leads, T / N),
    0,
  );
  const mean = (N * (r - 1)) / (N - 1);
  const inverse = filled.reduce((sum, { leads }) => sum + N / leads, 0);
  const v1 = ((r - 1) * (N - r)) / (N - 1);
  const v2 = (N - 2) / (N - 1);
  const w1 = (inverse - r * r) / (N - 2);
  const w2 = (N / T + N / (N - T) - 4) / (N - 2);
  const variance = ((2 * N) / (N - 3)) * (v1 - w1) * (v2 - w2) + ((N * N) / (N - 1)) * w1 * w2;
  // Rounding may leave a little above or below 0 where each value has one lead.
  if (!(variance > 0)) return { chiSquare, pValue: 1 };
  return { chiSquare, pValue: upperGamma((mean * mean) / variance, (chiSquare * mean) / variance) };
}
