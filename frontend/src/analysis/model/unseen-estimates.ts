import { estimateAll, fitTally } from '../balanced/estimate-combinations.ts';
import { groupItems, gather, type Coding } from '../counts/coding.ts';
import type { Tally } from '../counts/tally.ts';
import { FINDER_FOLDS, FINDER_SEED, MAX_MODEL_SAMPLE } from '../constants.ts';
import { dealFamilies, sumSquares } from '../counts/families.ts';
import { createRandom } from '../stats/random.ts';

/** The leads of a sample by their attributes, and what came of them. */
interface SampledAttributes {
  /** The values of the attributes, one coding per attribute. */
  codings: readonly Coding[];
  isConverted: Uint8Array;
  /** Absent by conversions. */
  amounts?: Float64Array;
}

/**
 * For each lead of a sample the best estimate of its combination of attributes, of its rate or by value of its amount, that the other
 * parts give. A combination that they do not have gets the estimate of no leads. It yields before each part.
 */
export function* estimateUnseen(
  sampled: SampledAttributes,
  folds: readonly SampleFold[],
): Generator<undefined, Float64Array> {
  const { codes: groups, count, firstItems } = groupItems(sampled.codings);
  const fields = sampled.codings.map(({ count: values }) => ({
    name: '',
    values: Array.from({ length: values }, (_, code) => `${code}`),
  }));
  const codes = sampled.codings.map((coding) => gather(coding.codes, firstItems));
  const estimates = new Float64Array(sampled.isConverted.length);
  for (const { held, learning } of folds) {
    yield;
    const tally = tallyPlaces(learning, sampled, { fields, codes, groups, count });
    const rates = estimateAll(tally, fitTally(tally));
    for (const position of held) estimates[position] = rates[groups[position]!]!; // a group per lead
  }
  return estimates;
}

function tallyPlaces(
  positions: Uint32Array,
  { isConverted, amounts }: SampledAttributes,
  { groups, count, fields, codes }: Pick<Tally, 'fields' | 'codes'> & { groups: Uint32Array; count: number },
): Tally {
  const [leads, conversions] = [new Uint32Array(count), new Uint32Array(count)];
  const [sums, sumsOfSquares] = [new Float64Array(count), new Float64Array(count)];
  // The `!` here: a group, a flag and an amount per lead.
  for (const position of positions) {
    const group = groups[position]!;
    leads[group]!++;
    conversions[group]! += isConverted[position]!;
    if (amounts === undefined) continue;
    sums[group]! += amounts[position]!;
    sumsOfSquares[group]! += amounts[position]! ** 2;
  }
  const total = sums.reduce((all, sum) => all + sum, 0);
  return {
    fields,
    codes,
    leads,
    conversions,
    totalLeads: positions.length,
    totalConversions: conversions.reduce((all, some) => all + some, 0),
    worth: amounts === undefined ? null : { sums, sumsOfSquares, total },
  };
}

/**
 * Leads in a seeded random order, at most 20,000 of them (Fisher and Yates; Durstenfeld, Communications of the ACM 7 (1964)). The lead
 * at position p belongs to part p mod 5, unless leads have relatives. The same number of leads and seed give the same parts.
 */
export function drawSample(leads: number, seed: number = FINDER_SEED): Uint32Array {
  const random = createRandom(seed);
  const order = Uint32Array.from({ length: leads }, (_, lead) => lead);
  const drawn = Math.min(leads, MAX_MODEL_SAMPLE);
  for (let position = 0; position < drawn; position++) {
    const other = position + Math.floor(random() * (leads - position));
    [order[position], order[other]] = [order[other]!, order[position]!]; // below the number of leads
  }
  return order.slice(0, drawn);
}

/** One of the five parts of a sample: the positions of its leads, and of those that a model learns from. */
export interface SampleFold {
  held: Uint32Array;
  learning: Uint32Array;
}

/**
 * The parts of a sample. Whole families stand in one part.
 *
 * @param families the number of the family of each lead of the sample; null where no lead has a relative
 */
export function listFolds(
  sample: Uint32Array,
  families: Uint32Array | null = null,
  seed: number = FINDER_SEED,
): SampleFold[] {
  const positions = Uint32Array.from(sample.keys());
  const parts = families
    ? dealFamilies(families, FINDER_FOLDS, createRandom(seed))
    : positions.map((position) => position % FINDER_FOLDS);
  return Array.from({ length: FINDER_FOLDS }, (_, fold) => ({
    held: positions.filter((position) => parts[position] === fold),
    learning: positions.filter((position) => parts[position] !== fold),
  }));
}

/**
 * By how many standard errors one prediction of the leads is better than another: Σ gain / √Σ (gain of a family)², with the gain of a
 * lead = its log-likelihood under the one - under the other. 0 where both say the same; see `sumSquares`.
 * Example: gains 0.3, 0.1 and -0.2: 0.2 / 0.3742 = 0.5345; with the first two of one family 0.2 / 0.4472 = 0.4472.
 *
 * @param families the number of the family of each lead; null where no lead has a relative
 */
export function measureGainZ(
  own: Float64Array,
  other: Float64Array,
  families: Uint32Array | null = null,
): number {
  const gains = own.map((likelihood, lead) => likelihood - other[lead]!); // as many
  const squares = sumSquares(gains, families);
  return squares > 0 ? gains.reduce((sum, gain) => sum + gain, 0) / Math.sqrt(squares) : 0;
}

/**
 * The yield per lead of the share with the highest scores: its conversion rate, or by value its amount. Leads of equal scores at the border
 * count in part, each as their mean. 0 without leads.
 * Example: a tenth of 20 leads, one with the score 0.9 that converted, four with 0.5 of which one did: (1 + 1/4) / 2 = 0.625.
 */
export function measureBest(
  scores: Float64Array,
  { outcomes, share }: { outcomes: Float64Array; share: number },
): number {
  const order = Uint32Array.from(scores.keys()).sort((a, b) => scores[b]! - scores[a]!); // below the length
  const wanted = scores.length * share;
  let [taken, sum] = [0, 0];
  for (let from = 0; from < order.length && taken < wanted;) {
    const score = scores[order[from]!]; // below the length
    let [to, group] = [from, 0];
    for (; to < order.length && scores[order[to]!] === score; to++) group += outcomes[order[to]!]!; // as above
    const used = Math.min(to - from, wanted - taken);
    sum += (group * used) / (to - from);
    taken += used;
    from = to;
  }
  return taken > 0 ? sum / taken : 0;
}
