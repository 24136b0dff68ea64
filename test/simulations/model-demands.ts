import { MIN_MODEL_CONVERSIONS } from '#frontend/analysis/constants.ts';
import type { Candidate } from '#frontend/analysis/finder/candidate.ts';
import { findColumns } from '#frontend/analysis/finder/find-columns.ts';
import { clampRate } from '#frontend/analysis/finder/fold-outcomes.ts';
import { combineColumns } from '#frontend/analysis/model/combine-columns.ts';
import {
  addWeights,
  createDesign,
  toModelColumn,
  type ModelColumn,
} from '#frontend/analysis/model/design.ts';
import { fitModel, type FittedModel, type RefusedModel } from '#frontend/analysis/model/fit-model.ts';
import { estimateUnseen } from '#frontend/analysis/model/unseen-estimates.ts';
import { createRandom } from '#frontend/analysis/stats/random.ts';
import { finish } from '#test/support/finish.ts';
import {
  between,
  drawFactors,
  drawNoise,
  drawOutcomes,
  toCandidate,
  wholeBetween,
  type DrawnColumn,
  type Random,
} from './drawn-leads.ts';
import type { Repeats } from './finder-demands.ts';

const ATTRIBUTES = 3;

export const codingOf = ({ codes, names }: Candidate) => ({
  codes: Uint32Array.from(codes),
  count: names.length,
});

/**
 * The share of files of 12 to 40 columns of pure noise, 1,000 to 10,000 leads, 5 to 40% converted, of which values from all columns are
 * offered in place of those of three attributes. Files with fewer than 200 conversions are not counted.
 */
export function simulateOfferedNoise({ files, seed }: Repeats): { offered: number } {
  const random = createRandom(seed);
  let offered = 0;
  for (let file = 0; file < files;) {
    const world = { leads: Math.round(1000 * 10 ** random()), baseline: between(random, 0.05, 0.4) };
    const isConverted = drawOutcomes(random, world);
    if (countFlags(isConverted) < MIN_MODEL_CONVERSIONS) continue;
    file++;
    const candidates = Array.from({ length: wholeBetween(random, 12, 40) }, (_, at) =>
      toCandidate(drawNoise(random, world.leads), at),
    );
    if (learn(candidates, candidates.slice(0, ATTRIBUTES), isConverted).model.isOffered) offered++;
  }
  return { offered: offered / files };
}

const countFlags = (flags: Uint8Array) => flags.reduce((sum, flag) => sum + flag, 0);

/** The model of all columns, with the combination of the attributes, and its columns. */
export function learn(
  candidates: readonly Candidate[],
  chosen: readonly Candidate[],
  isConverted: Uint8Array,
  families: Uint32Array | null = null,
): { model: FittedModel | RefusedModel; columns: readonly ModelColumn[] } {
  const attributes = chosen.map(codingOf);
  const combined = attributes.length > 1 ? combineColumns(attributes) : null;
  const columns = [...candidates.map(toModelColumn), ...(combined ? [combined] : [])];
  const leads = isConverted.length;
  const own = columns.map((column) => ({ ...column, codes: column.codes.subarray(0, leads) }));
  const learned = attributes.map(({ codes, count }) => ({ codes: codes.subarray(0, leads), count }));
  const model = finish(fitModel({ columns: own, isConverted, amounts: null, attributes: learned, families }));
  return { model, columns };
}

/** The parameters that a file is drawn with: columns with the standard deviation of their log factors, beside others of noise. */
export interface WeakWorld {
  leads: number;
  baseline: number;
  trueColumns: number;
  deviation: number;
  noiseColumns: number;
}

/** How well values from all columns and those of the suggested columns predict as many fresh leads. */
export interface OfferFigures {
  /** The share of files in which all columns are offered. */
  offered: number;
  /** Means over the files in which they are, 0 without one: the Gini coefficient, and the share of the log-loss of the baseline rate that is saved. */
  model: { gini: number; saved: number };
  suggested: { gini: number; saved: number };
  /** The share of these files in which the model has the larger log-loss. */
  worse: number;
}

/** Values from all columns against the best estimate of the suggested columns. */
export function simulateOffers({ files, seed }: Repeats, world: WeakWorld): OfferFigures {
  const random = createRandom(seed);
  const means = () => ({ gini: 0, saved: 0 });
  const [model, suggested] = [means(), means()];
  let [offered, worse] = [0, 0];
  for (let file = 0; file < files; file++) {
    const compared = compareOnFresh(random, world);
    if (compared === null) continue;
    offered++;
    for (const [mean, figures] of [
      [model, compared.model],
      [suggested, compared.suggested],
    ] as const) {
      mean.gini += figures.gini;
      mean.saved += figures.saved;
    }
    if (compared.model.saved < compared.suggested.saved) worse++;
  }
  const each = Math.max(1, offered);
  const over = ({ gini, saved }: OfferFigures['model']) => ({ gini: gini / each, saved: saved / each });
  return {
    offered: offered / files,
    model: over(model),
    suggested: over(suggested),
    worse: worse / each,
  };
}

/** Null where all columns are not offered. */
function compareOnFresh(random: Random, world: WeakWorld): Pick<OfferFigures, 'model' | 'suggested'> | null {
  const { leads, trueColumns, noiseColumns, deviation } = world;
  // The second half of the leads is fresh.
  const all = 2 * leads;
  const drawn = Array.from({ length: trueColumns + noiseColumns }, (_, at): DrawnColumn => {
    const column = drawNoise(random, all);
    return at < trueColumns ? { ...column, factors: drawFactors(random, column.shares, deviation) } : column;
  });
  const flags = drawOutcomes(random, { leads: all, baseline: world.baseline }, drawn);
  const candidates = drawn.map(toCandidate);
  const isConverted = flags.subarray(0, leads);
  const halves = candidates.map((candidate) => ({ ...candidate, codes: candidate.codes.subarray(0, leads) }));
  const found = finish(findColumns(halves, isConverted));
  const chosen = found.columns.flatMap(({ suggestion, candidate }) =>
    suggestion === null ? [] : [candidates[candidate]!],
  ); // one of these
  return judgeOffer({ candidates, chosen: chosen.length > 0 ? chosen : candidates.slice(0, 1) }, flags, {
    leads,
  });
}

/**
 * How well values from all columns, learned from the first leads, and those of the chosen columns predict all others; null where they
 * are not offered.
 */
export function judgeOffer(
  { candidates, chosen: attributes }: { candidates: readonly Candidate[]; chosen: readonly Candidate[] },
  flags: Uint8Array,
  { leads, families = null }: { leads: number; families?: Uint32Array | null },
): Pick<OfferFigures, 'model' | 'suggested'> | null {
  const { model, columns } = learn(
    candidates,
    attributes,
    flags.subarray(0, leads),
    families?.subarray(0, leads),
  );
  if (!model.isOffered) return null;
  const places = Uint32Array.from(flags.keys());
  const fold = { learning: places.subarray(0, leads), held: places.subarray(leads) };
  const sums = addWeights(createDesign(columns, flags.length), model.weights);
  const estimates = finish(estimateUnseen({ codings: attributes.map(codingOf), isConverted: flags }, [fold]));
  const judge = (rates: Float64Array) => judgeRates(rates.subarray(leads), flags.subarray(leads));
  return { model: judge(sums.map((sum) => 1 / (1 + Math.exp(-sum)))), suggested: judge(estimates) };
}

export function judgeRates(rates: Float64Array, flags: Uint8Array): { gini: number; saved: number } {
  const baseline = countFlags(flags) / flags.length;
  const loss = (rate: number, flag: number) => -Math.log(flag === 1 ? clampRate(rate) : 1 - clampRate(rate));
  let [own, whole] = [0, 0];
  for (const [lead, flag] of flags.entries()) {
    own += loss(rates[lead]!, flag); // a rate per lead
    whole += loss(baseline, flag);
  }
  return { gini: measureGini(rates, flags), saved: 1 - own / whole };
}

/** 2 x the area under the ROC curve - 1, equal scores counting half. */
function measureGini(scores: Float64Array, flags: Uint8Array): number {
  const order = [...scores.keys()].sort((a, b) => scores[a]! - scores[b]!); // below the length
  let [below, pairs, conversions] = [0, 0, 0];
  for (let from = 0; from < order.length;) {
    let [to, converted] = [from, 0];
    while (to < order.length && scores[order[to]!] === scores[order[from]!])
      converted += flags[order[to++]!]!; // as above
    const others = to - from - converted;
    pairs += converted * (below + others / 2);
    below += others;
    conversions += converted;
    from = to;
  }
  return (2 * pairs) / (below * conversions) - 1;
}
