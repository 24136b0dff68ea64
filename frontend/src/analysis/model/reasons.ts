import type { Design, ModelColumn } from './design.ts';

/** Why a lead converts more or less often than others: the value that it has in a column. */
export interface Reason {
  /** Index of the column in the design. */
  column: number;
  /** The code of the value. */
  value: number;
  /** By how much the value moves the log odds, compared with the mean of all leads. */
  shift: number;
}

const MAX_REASONS = 3;

/**
 * For each lead the three columns that say most about it: the weight of its value less the mean of that column over all leads, as
 * log odds, the largest first. At least one of them goes in the direction of all columns together, if any column does. A column that
 * says nothing is no reason.
 * Example: weights 0.146043 for 70 leads and -0.146043 for 30: a lead of the first has the shift 0.087626.
 */
export function reasonsOf(design: Design, weights: Float64Array): (lead: number) => Reason[] {
  const shifts = shiftsOf(design, weights);
  return (lead) =>
    pickReasons(
      design.columns.map(({ codes }, column): Reason => {
        const value = codes[lead]!; // a code per lead
        return { column, value, shift: shifts[column]![value]! }; // a shift per value
      }),
    );
}

/** For each column the standard deviation of its weights over all leads; 0 without leads. */
export function spreadsOf(design: Design, weights: Float64Array): number[] {
  return shiftsOf(design, weights).map((shifts, at) => {
    const leads = countLeads(design.columns[at]!); // a column per list
    const squares = shifts.reduce((sum, shift, value) => sum + leads[value]! * shift ** 2, 0); // leads per value
    return Math.sqrt(squares / Math.max(1, design.leads));
  });
}

/** For each column the weights of its values less their mean over all leads. */
function shiftsOf({ columns, offsets, leads }: Design, weights: Float64Array): Float64Array[] {
  return columns.map((column, at) => {
    const first = offsets[at]!; // one per column
    const own = weights.slice(first, first + column.values);
    const counts = countLeads(column);
    const mean = own.reduce((sum, weight, value) => sum + weight * counts[value]!, 0) / Math.max(1, leads); // leads per value
    return own.map((weight) => weight - mean);
  });
}

function countLeads({ codes, values }: ModelColumn): Uint32Array {
  const counts = new Uint32Array(values);
  for (let lead = 0; lead < codes.length; lead++) counts[codes[lead]!]!++; // a code per lead
  return counts;
}

function pickReasons(all: readonly Reason[]): Reason[] {
  const told = all
    .filter(({ shift }) => shift !== 0)
    .toSorted((a, b) => Math.abs(b.shift) - Math.abs(a.shift));
  const total = all.reduce((sum, { shift }) => sum + shift, 0);
  const picked = told.slice(0, MAX_REASONS);
  const goesAlong = ({ shift }: Reason) => shift * total > 0;
  if (picked.some(goesAlong)) return picked;
  const first = told.find(goesAlong);
  return first ? [...picked.slice(0, MAX_REASONS - 1), first] : picked;
}
