import { MIN_MODEL_CONVERSIONS, MIN_OFFER_Z } from '../constants.ts';
import { type Coding, gather } from '../counts/coding.ts';
import { clampRate } from '../finder/fold-outcomes.ts';
import { tryAmounts, type AmountModel, type UnseenAmounts } from './amount-model.ts';
import { choosePenalty } from './choose-penalty.ts';
import { addWeights, createDesign, pickLeads, type Design, type ModelColumn } from './design.ts';
import { fitRidge } from './ridge.ts';
import {
  drawSample,
  listFolds,
  type SampleFold,
  estimateUnseen,
  measureBest,
  measureGainZ,
} from './unseen-estimates.ts';

/** The leads that a model is learned from. */
export interface ModelLeads {
  columns: readonly ModelColumn[];
  /** 1 for each converted lead, else 0. */
  isConverted: Uint8Array;
  /** By value the amount of each lead, 0 for none; null by conversions. */
  amounts: Float64Array | null;
  /** The attributes of the results, whose best estimate is the value of a lead without a model. */
  attributes: readonly Coding[];
  /** The number of the family of each lead, which stands in one part; null where no lead has a relative. */
  families?: Uint32Array | null;
}

/** Why values from all columns are not offered. */
export interface RefusedModel {
  isOffered: false;
  why: 'few-conversions' | 'not-better';
}

/** Weights of the values of all columns, which are better than the attributes on leads that they were not learned from. */
export interface FittedModel {
  isOffered: true;
  design: Design;
  /** Of log odds. */
  weights: Float64Array;
  /** By value; null by conversions, and where the mean amount is as good. */
  amountModel: AmountModel | null;
  /** The mean over all leads of probability x amount, without an amount model of the probability. */
  mean: number;
  /** The value of each lead as a multiple of the mean of all leads. */
  multiples: Float64Array;
  /** The yield of the tenth with the highest values per unseen lead: conversions, or by value money; */
  bestTenth: BroughtBy;
  /** and the half with the lowest. */
  worstHalf: BroughtBy;
}

/** The yield per lead of one part of the leads, sorted by the values of the model or of the attributes. */
interface BroughtBy {
  model: number;
  /** By the best estimate of the attributes. */
  attributes: number;
}

/**
 * Values per lead from all columns: a ridge regression of the odds to convert (`fitRidge`), by value times the amount of converted
 * leads (`tryAmounts`). One factor makes the total over all leads exact. λ is chosen on five parts of at most 20,000 leads.
 *
 * It is offered only with at least 200 conversions and where, on leads of the file that it was not learned from, its log-likelihood is
 * higher than that of the baseline rate and than that of the best estimate of the attributes, by more than 1.645 standard errors (the
 * upper 5% of a normal distribution; `measureGainZ`), all learned from the same leads. By value the best tenth has to be worth more too.
 *
 * A search in steps: it yields after each pass over the leads, and can be left there. The same leads give the same model.
 */
export function* fitModel(
  leads: ModelLeads,
  seed?: number,
): Generator<undefined, FittedModel | RefusedModel> {
  const { columns, isConverted, amounts } = leads;
  const conversions = isConverted.reduce((sum, flag) => sum + flag, 0);
  if (conversions < MIN_MODEL_CONVERSIONS) return { isOffered: false, why: 'few-conversions' };
  const design = createDesign(columns, isConverted.length);
  const sample = drawSample(isConverted.length, seed);
  const sampled = pickLeads(design, sample);
  const families = leads.families ? gather(leads.families, sample) : null;
  const folds = listFolds(sample, families, seed);
  const outcomes = Float64Array.from(sample, (lead) => isConverted[lead]!); // a flag per lead
  const chosen = yield* choosePenalty({ rows: sampled, outcomes, link: 'logit' }, folds);
  const rates = chosen.sums.map(toRate);
  const attributes = sampleAttributes(leads, sample);
  const attributeRates = yield* estimateUnseen({ ...attributes, amounts: undefined }, folds);
  const own = measureLikelihoods(rates, outcomes);
  const isBetter = [baselineRates(outcomes, folds), attributeRates].every(
    (others) => measureGainZ(own, measureLikelihoods(others, outcomes), families) > MIN_OFFER_Z,
  );
  if (!isBetter) return { isOffered: false, why: 'not-better' };
  const amountLeads = amounts && { rows: design, isConverted, amounts, sample };
  const unseen = amountLeads && (yield* tryAmounts(amountLeads, sampled, { folds, families }));
  const values = unseen ? rates.map((rate, position) => rate * unseen.amounts[position]!) : rates; // one per lead
  const attributeValues = amounts ? yield* estimateUnseen(attributes, folds) : attributeRates;
  const worth = attributes.amounts ?? outcomes;
  const bestTenth = compareBest([values, attributeValues], { outcomes: worth, share: 0.1 });
  if (amounts && bestTenth.model <= bestTenth.attributes) return { isOffered: false, why: 'not-better' };
  const lowest = (list: Float64Array) => list.map((value) => -value);
  const worstHalf = compareBest([lowest(values), lowest(attributeValues)], { outcomes: worth, share: 0.5 });
  return { ...(yield* fitAll(leads, { design, chosen, unseen })), bestTenth, worstHalf };
}

function compareBest(
  [own, others]: readonly [Float64Array, Float64Array],
  compared: { outcomes: Float64Array; share: number },
): BroughtBy {
  return { model: measureBest(own, compared), attributes: measureBest(others, compared) };
}

interface Chosen {
  design: Design;
  chosen: { penalty: number; start: Float64Array };
  unseen: UnseenAmounts | null;
}

/** The fit to all leads. */
function* fitAll(
  { isConverted }: ModelLeads,
  { design, chosen: { penalty, start }, unseen }: Chosen,
): Generator<undefined, Omit<FittedModel, 'bestTenth' | 'worstHalf'>> {
  const weights = yield* fitRidge(design, Float64Array.from(isConverted), { link: 'logit', penalty, start });
  const amountModel = unseen && (yield* unseen.fit());
  const multiples = addWeights(design, weights).map(toRate);
  if (amountModel) {
    const sums = addWeights(design, amountModel.weights);
    for (let lead = 0; lead < sums.length; lead++)
      multiples[lead]! *= amountModel.unit * Math.exp(sums[lead]!); // as many
  }
  let mean = 0;
  for (let lead = 0; lead < multiples.length; lead++) mean += multiples[lead]! / multiples.length; // as above
  for (let lead = 0; lead < multiples.length; lead++) multiples[lead]! /= mean;
  return { isOffered: true, design, weights, amountModel, mean, multiples };
}

const toRate = (sum: number) => 1 / (1 + Math.exp(-sum));

function sampleAttributes({ attributes, isConverted, amounts }: ModelLeads, sample: Uint32Array) {
  return {
    codings: attributes.map(({ codes, count }) => ({ codes: gather(codes, sample), count })),
    isConverted: Uint8Array.from(sample, (lead) => isConverted[lead]!), // a flag per lead
    amounts: amounts ? Float64Array.from(sample, (lead) => amounts[lead]!) : undefined, // an amount per lead
  };
}

/** For each lead the rate of the other parts. */
function baselineRates(outcomes: Float64Array, folds: readonly SampleFold[]): Float64Array {
  const rates = new Float64Array(outcomes.length);
  for (const { held, learning } of folds) {
    const rate = learning.reduce((sum, position) => sum + outcomes[position]!, 0) / learning.length; // one per lead
    for (const position of held) rates[position] = rate;
  }
  return rates;
}

function measureLikelihoods(rates: Float64Array, outcomes: Float64Array): Float64Array {
  return rates.map((rate, at) => {
    const used = clampRate(rate);
    return Math.log(outcomes[at] === 1 ? used : 1 - used);
  });
}
