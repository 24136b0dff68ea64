import type { Candidate } from '../finder/candidate.ts';

/** The value of each lead in a column, as a code from 0 to the number of values - 1. */
export interface ModelColumn {
  codes: Uint8Array;
  values: number;
}

/** Leads by their values, of which each has a weight. The first weight is that of every lead, the intercept. */
export interface Rows {
  leads: number;
  /** How many weights there are. */
  weights: number;
  blocks: readonly Block[];
}

/** Columns with the values of each lead. */
export interface Design extends Rows {
  columns: readonly ModelColumn[];
  /** Where the weights of each column begin. */
  offsets: Uint32Array;
}

/**
 * Some columns as one: the code of a lead has their codes as its digits. A pass over the leads then takes a step per block in place of
 * one per column.
 */
interface Block {
  codes: Uint16Array;
  /** The product of the numbers of values. */
  size: number;
  parts: readonly { offset: number; values: number }[];
}

/** More codes would not stay in the fastest memory of a processor. */
const MAX_BLOCK_SIZE = 1024;

/** All leads of some columns, which have an entry per lead. */
export function createDesign(columns: readonly ModelColumn[], leads: number): Design {
  let weights = 1;
  const offsets = Uint32Array.from(columns, ({ values }) => {
    const first = weights;
    weights += values;
    return first;
  });
  const blocks: Block[] = [];
  for (const [at, { codes, values }] of columns.entries()) {
    const part = { offset: offsets[at]!, values }; // one per column
    const last = blocks.at(-1);
    if (last && last.size * values <= MAX_BLOCK_SIZE) {
      blocks[blocks.length - 1] = {
        codes: appendDigit(last.codes, codes, values),
        size: last.size * values,
        parts: [...last.parts, part],
      };
    } else blocks.push({ codes: Uint16Array.from(codes), size: values, parts: [part] });
  }
  return { columns, offsets, weights, leads, blocks };
}

function appendDigit(joint: Uint16Array, codes: Uint8Array, values: number): Uint16Array {
  const appended = new Uint16Array(joint.length);
  for (let lead = 0; lead < joint.length; lead++) appended[lead] = joint[lead]! * values + codes[lead]!; // a code per lead
  return appended;
}

/** Only these leads. */
export function pickLeads({ blocks, weights }: Rows, leads: Uint32Array): Rows {
  const pick = (codes: Uint16Array) => {
    const picked = new Uint16Array(leads.length);
    for (let at = 0; at < leads.length; at++) picked[at] = codes[leads[at]!]!; // a code per lead
    return picked;
  };
  return {
    weights,
    leads: leads.length,
    blocks: blocks.map(({ codes, ...block }) => ({ ...block, codes: pick(codes) })),
  };
}

/** A column of the finder as a column of a model. */
export const toModelColumn = ({ codes, names }: Pick<Candidate, 'codes' | 'names'>): ModelColumn => ({
  codes,
  values: names.length,
});

/** For each lead the sum of the weights of its values, and the intercept. */
export function addWeights({ blocks, leads }: Rows, weights: Float64Array): Float64Array<ArrayBuffer> {
  const sums = new Float64Array(leads).fill(weights[0] ?? 0);
  for (const { codes, parts } of blocks) {
    let table = new Float64Array(1);
    for (const { offset, values } of parts) table = expand(table, weights.subarray(offset, offset + values));
    addByCode(sums, codes, table);
  }
  return sums;
}

/** A sum for each code with one more digit. */
function expand(table: Float64Array, weights: Float64Array): Float64Array<ArrayBuffer> {
  const expanded = new Float64Array(table.length * weights.length);
  let position = 0;
  for (let code = 0; code < table.length; code++)
    for (let value = 0; value < weights.length; value++)
      expanded[position++] = table[code]! + weights[value]!; // below the lengths
  return expanded;
}

function addByCode(sums: Float64Array, codes: Uint16Array, table: Float64Array): void {
  for (let lead = 0; lead < sums.length; lead++) sums[lead]! += table[codes[lead]!]!; // a code per lead
}

/** For each weight the sum of the amounts of the leads that have its value; the first is the sum of all. */
export function sumPerWeight({ blocks, weights }: Rows, amounts: Float64Array): Float64Array<ArrayBuffer> {
  const sums = new Float64Array(weights);
  for (let lead = 0; lead < amounts.length; lead++) sums[0]! += amounts[lead]!; // below the length
  for (const { codes, size, parts } of blocks) {
    let table = new Float64Array(size);
    sumByCode(table, codes, amounts);
    for (const { offset, values } of parts.toReversed())
      table = collapse(table, sums.subarray(offset, offset + values));
  }
  return sums;
}

function sumByCode(table: Float64Array, codes: Uint16Array, amounts: Float64Array): void {
  for (let lead = 0; lead < amounts.length; lead++) table[codes[lead]!]! += amounts[lead]!; // a code per lead
}

/** Adds the sums of each last digit, and returns those of the codes without it. */
function collapse(table: Float64Array, sums: Float64Array): Float64Array<ArrayBuffer> {
  const collapsed = new Float64Array(table.length / sums.length);
  let position = 0;
  for (let code = 0; code < collapsed.length; code++)
    for (let value = 0; value < sums.length; value++) {
      const sum = table[position++]!; // as many as codes with the digit
      sums[value]! += sum;
      collapsed[code]! += sum;
    }
  return collapsed;
}
