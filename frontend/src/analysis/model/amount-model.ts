import { MIN_OFFER_Z, SHOWN_CAP_PERCENT } from '../constants.ts';
import { gather } from '../counts/coding.ts';
import { quantileOfSorted } from '../stats/quantile.ts';
import { choosePenalty, type ChosenPenalty } from './choose-penalty.ts';
import { pickLeads, type Rows } from './design.ts';
import { fitRidge, measureLoss } from './ridge.ts';
import { type SampleFold, measureGainZ } from './unseen-estimates.ts';

/** The amounts of converted leads by their values: unit x exp(sum of the weights). */
export interface AmountModel {
  weights: Float64Array;
  unit: number;
}

/** An amount model with what the other parts say of each lead of the sample. */
export interface UnseenAmounts {
  /** In units. */
  amounts: Float64Array;
  fit(): Generator<undefined, AmountModel>;
}

/** All leads, and those of the sample. */
export interface SampledLeads {
  rows: Rows;
  isConverted: Uint8Array;
  /** The amount of each lead, 0 for none. */
  amounts: Float64Array;
  sample: Uint32Array;
}

/**
 * A model of the amounts of converted leads: a ridge regression with a logarithmic link, of amounts that are cut at their 99th
 * percentile and divided by variance / mean, so that they vary as counts do (quasi-Poisson; McCullagh and Nelder, "Generalized Linear
 * Models" (1989), chapter 9). Null where it is not surely better than the mean amount on leads that it was not learned from, z > 1.645
 * of the Poisson log-likelihoods (`measureGainZ`); also where all amounts are alike, or there are none.
 */
export function* tryAmounts(
  leads: SampledLeads,
  sampled: Rows,
  { folds, families }: { folds: readonly SampleFold[]; families: Uint32Array | null },
): Generator<undefined, UnseenAmounts | null> {
  const { sample, isConverted } = leads;
  const { cut, unit } = scaleAmounts(leads);
  if (!(unit > 0)) return null;
  // The `!` here and below: an amount and a flag per lead.
  const task = {
    rows: sampled,
    outcomes: Float64Array.from(sample, (lead) => cut[lead]! / unit),
    link: 'log',
    takesPart: Uint8Array.from(sample, (lead) => isConverted[lead]!),
  } as const;
  const chosen = yield* choosePenalty(task, folds);
  if (!isBetterThanMean(chosen, task, { folds, families })) return null;
  const converted = Uint32Array.from(isConverted.keys()).filter((lead) => isConverted[lead] === 1);
  const outcomes = Float64Array.from(converted, (lead) => cut[lead]! / unit);
  return {
    amounts: chosen.sums.map((sum) => unit * Math.exp(sum)),
    *fit() {
      const choices = { link: 'log', penalty: chosen.penalty, start: chosen.start } as const;
      return { weights: yield* fitRidge(pickLeads(leads.rows, converted), outcomes, choices), unit };
    },
  };
}

/**
 * The amounts of converted leads cut at their 99th percentile, and the variance of these / their mean; 0 where it has none.
 * Example: ten converted leads each with 120, 60, 90 and 50: mean 80, variance 750, unit 9.375.
 * @internal
 */
export function scaleAmounts({ isConverted, amounts }: Pick<SampledLeads, 'isConverted' | 'amounts'>): {
  cut: Float64Array;
  unit: number;
} {
  const converted = amounts.filter((_, lead) => isConverted[lead] === 1);
  const positive = converted.filter((amount) => amount > 0).sort();
  const cap = quantileOfSorted(positive, converted.length - positive.length, [SHOWN_CAP_PERCENT, 100]);
  const cut = amounts.map((amount) => Math.min(cap, amount));
  const mean = converted.reduce((sum, amount) => sum + Math.min(cap, amount), 0) / converted.length;
  const squares = converted.reduce((sum, amount) => sum + (Math.min(cap, amount) - mean) ** 2, 0);
  return { cut, unit: mean > 0 ? squares / converted.length / mean : 0 };
}

function isBetterThanMean(
  { sums }: ChosenPenalty,
  { outcomes, takesPart }: { outcomes: Float64Array; takesPart: Uint8Array },
  { folds, families }: { folds: readonly SampleFold[]; families: Uint32Array | null },
): boolean {
  const compared: number[] = [];
  const own: number[] = [];
  const mean: number[] = [];
  for (const { held, learning } of folds) {
    const learned = learning.filter((position) => takesPart[position] === 1);
    const sum = learned.reduce((all, position) => all + outcomes[position]!, 0);
    if (!(sum > 0)) return false;
    const logMean = Math.log(sum / learned.length);
    for (const position of held) {
      if (takesPart[position] !== 1) continue;
      compared.push(position);
      own.push(-measureLoss(sums[position]!, outcomes[position]!, 'log')); // one per lead
      mean.push(-measureLoss(logMean, outcomes[position]!, 'log'));
    }
  }
  const ofCompared = families && gather(families, Uint32Array.from(compared));
  return measureGainZ(Float64Array.from(own), Float64Array.from(mean), ofCompared) > MIN_OFFER_Z;
}
