import { predictBalanced } from '../balanced/balanced.ts';
import { estimateAll, fitTally } from '../balanced/estimate-combinations.ts';
import { groupItems, gather, type Coding } from '../counts/coding.ts';
import type { Tally } from '../counts/tally.ts';
import type { SampleFold } from './folds.ts';

/** The leads of a sample by their attributes, and what came of them. */
export interface SampledAttributes {
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
    const { balanced, strength } = fitTally(tally);
    const rates = estimateAll(tally, predictBalanced(balanced, codes), strength);
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
