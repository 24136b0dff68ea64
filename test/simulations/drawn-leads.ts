import type { Candidate } from '#frontend/analysis/finder/candidate.ts';
import { MIN_FINDER_LEADS } from '#frontend/analysis/constants.ts';

export type Random = () => number;

/** A column that was drawn: a code per lead, how likely each value is, and by how much each multiplies the rate of its leads. */
export interface DrawnColumn {
  codes: Uint8Array;
  shares: readonly number[];
  factors: readonly number[];
}

/** Uniform from one number up to another. */
export const between = (random: Random, from: number, to: number): number => from + (to - from) * random();

/** A whole number from one to another, both included. */
export const wholeBetween = (random: Random, from: number, to: number): number =>
  Math.floor(between(random, from, to + 1));

/** Shares of `values` values, uniform on all that sum to 1 (Dirichlet with parameters 1). */
export function drawShares(random: Random, values: number): number[] {
  const weights = Array.from({ length: values }, () => -Math.log(1 - random()));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** A standard normal number (Box and Muller, Annals of Mathematical Statistics 29 (1958)). */
export function drawNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Factors whose logarithms have this standard deviation, scaled so that their mean over the leads is 1. */
export function drawFactors(random: Random, shares: readonly number[], deviation: number): number[] {
  const factors = shares.map(() => Math.exp(deviation * drawNormal(random)));
  const mean = factors.reduce((sum, factor, at) => sum + factor * (shares[at] ?? 0), 0);
  return factors.map((factor) => factor / mean);
}

/** A column of 2 to 12 values that tells nothing. */
export function drawNoise(random: Random, leads: number): DrawnColumn {
  const shares = drawShares(random, wholeBetween(random, 2, 12));
  return { codes: drawCodes(random, leads, shares), shares, factors: shares.map(() => 1) };
}

/** A column of 2 to 8 values. The first has 10 to 35% of the leads and this lift; the others have one rate. */
export function drawTrue(random: Random, leads: number, lift: number): DrawnColumn {
  const share = between(random, 0.1, 0.35);
  const others = drawShares(random, wholeBetween(random, 1, 7)).map((part) => (1 - share) * part);
  const rest = (1 - share * lift) / (1 - share);
  return {
    codes: drawCodes(random, leads, [share, ...others]),
    shares: [share, ...others],
    factors: [lift, ...others.map(() => rest)],
  };
}

/** The value of each lead of a column with these shares. */
export function drawCodes(random: Random, leads: number, shares: readonly number[]): Uint8Array {
  let bound = 0;
  const bounds = Float64Array.from(shares, (share) => (bound += share));
  const codes = new Uint8Array(leads);
  for (let lead = 0; lead < leads; lead++) {
    const drawn = random();
    let code = 0;
    while (code < shares.length - 1 && drawn >= bounds[code]!) code++; // below the length
    codes[lead] = code;
  }
  return codes;
}

const HIGHEST_RATE = 0.95;

/** Converts leads at the baseline rate times the factors of their values. */
export function drawOutcomes(
  random: Random,
  { leads, baseline }: { leads: number; baseline: number },
  columns: readonly DrawnColumn[] = [],
): Uint8Array {
  const isConverted = new Uint8Array(leads);
  for (let lead = 0; lead < leads; lead++) {
    let rate = baseline;
    for (const { codes, factors } of columns) rate *= factors[codes[lead]!]!; // a factor per value
    isConverted[lead] = Number(random() < Math.min(HIGHEST_RATE, rate));
  }
  return isConverted;
}

/** A drawn column as the finder codes it: values with under 30 leads are one. */
export function toCandidate(
  { codes, shares }: Pick<DrawnColumn, 'codes' | 'shares'>,
  column: number,
): Candidate {
  const leads = new Uint32Array(shares.length);
  for (const code of codes) leads[code]!++;
  const kept = [...leads.keys()].filter((code) => leads[code]! >= MIN_FINDER_LEADS);
  const positionOf = Uint8Array.from(leads, (_, code) =>
    kept.includes(code) ? kept.indexOf(code) : kept.length,
  );
  const hasOther = positionOf.includes(kept.length);
  return {
    column,
    kind: 'values',
    isKnownLater: false,
    isOfCalendar: false,
    codes: codes.map((code) => positionOf[code]!),
    names: [...kept.map((code) => `value ${code}`), ...(hasOther ? ['Other'] : [])],
  };
}
