import type { Candidate } from '../finder/candidate.ts';

/** The value of each lead in a column, as a code from 0 to the number of values - 1. */
export interface ModelColumn {
  codes: Uint8Array;
  values: number;
}

/** Columns of which each value has a weight. The first weight is that of every lead, the intercept. */
export interface Design {
  columns: readonly ModelColumn[];
  /** Where the weights of each column begin. */
  offsets: readonly number[];
  /** How many weights there are. */
  weights: number;
  leads: number;
}

/** All leads of some columns, which have an entry per lead. */
export function createDesign(columns: readonly ModelColumn[], leads: number): Design {
  let weights = 1;
  const offsets = columns.map(({ values }) => {
    const first = weights;
    weights += values;
    return first;
  });
  return { columns, offsets, weights, leads };
}

/** Only these leads of a design. */
export function pickLeads({ columns, ...design }: Design, leads: Uint32Array): Design {
  const pick = (codes: Uint8Array) => {
    const picked = new Uint8Array(leads.length);
    for (let at = 0; at < leads.length; at++) picked[at] = codes[leads[at]!]!; // a code per lead
    return picked;
  };
  return {
    ...design,
    leads: leads.length,
    columns: columns.map(({ codes, values }) => ({ codes: pick(codes), values })),
  };
}

/** A column of the finder as a column of a model. */
export const toModelColumn = ({ codes, names }: Pick<Candidate, 'codes' | 'names'>): ModelColumn => ({
  codes,
  values: names.length,
});

/** For each lead the sum of the weights of its values, and the intercept. */
export function addWeights(
  { columns, offsets, leads }: Pick<Design, 'columns' | 'offsets' | 'leads'>,
  weights: Float64Array,
): Float64Array {
  const sums = new Float64Array(leads).fill(weights[0] ?? 0);
  for (const [at, { codes, values }] of columns.entries()) {
    const first = offsets[at]!; // one per column
    addColumn(sums, codes, weights.subarray(first, first + values));
  }
  return sums;
}

function addColumn(sums: Float64Array, codes: Uint8Array, weights: Float64Array): void {
  for (let lead = 0; lead < sums.length; lead++) sums[lead]! += weights[codes[lead]!]!; // a code per lead
}

/** For each weight the sum of the amounts of the leads that have its value; the first is the sum of all. */
export function sumPerWeight(
  { columns, offsets, weights }: Design,
  amounts: Float64Array,
): Float64Array<ArrayBuffer> {
  const sums = new Float64Array(weights);
  for (let lead = 0; lead < amounts.length; lead++) sums[0]! += amounts[lead]!; // below the length
  for (const [at, { codes, values }] of columns.entries()) {
    const first = offsets[at]!; // one per column
    sumColumn(sums.subarray(first, first + values), codes, amounts);
  }
  return sums;
}

function sumColumn(sums: Float64Array, codes: Uint8Array, amounts: Float64Array): void {
  for (let lead = 0; lead < amounts.length; lead++) sums[codes[lead]!]! += amounts[lead]!; // a code per lead
}
