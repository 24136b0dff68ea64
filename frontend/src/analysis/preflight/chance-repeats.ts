import type { Coding } from '../counts/coding.ts';
import { quantileOfSorted } from '../stats/quantile.ts';

/** Fewer repeats are not worth a word. */
const MIN_REPEATED_SHARE = 0.01;
/** Rows of fewer columns say nothing of how columns go together. */
const MIN_COLUMNS = 3;
/** Different rows occur this often on average, at most. */
export const MOST_TIMES = 3;
/** Pairs beyond chance are this many times those that chance gives. */
const TIMES_CHANCE = 5;
const [MANY_PAIRS, MANY_TRIPLES] = [1.5, 4 / 3];
/** How many times the bound is exceeded where the number of pairs says nothing. */
const TIMES_BOUND = 3;

/** Rows of fewer ordinary columns, such as source, device and country, are alike by nature, also where the columns go together. */
export const MIN_ORDINARY_COLUMNS = 8;

/** Below 2^46, so that the sum over 64 columns is exact. */
const HASH_RANGE = 2 ** 46;

/**
 * Whether rows repeat more often than rows of such columns do by chance, by `methods.md` H: with f_i different rows that occur
 * exactly i times, M pairs of equal rows, and E pairs that chance is expected to give, the repeats are at least 1% of the rows and one
 * of these holds: M > 5E and f2 > √(1.5 f1 f3); f2 > 3√(1.5 f1 (f3 + 1)); M > 5E and f3 > 3√(4/3 f2 (f4 + 1)).
 * Never with fewer than three columns of at least two values, and where different rows occur over three times on average: such rows are
 * those of columns with few values, and no row that occurs once is left to compare with.
 *
 * @param columns a code per row, all columns of the same rows
 * @param onSlice awaited before each comparison of all rows
 */
export async function areRepeatsBeyondChance(
  columns: readonly Coding[],
  onSlice: () => Promise<void>,
): Promise<boolean> {
  const differing = columns.filter(({ count }) => count > 1);
  const rows = differing[0]?.codes.length ?? 0;
  if (differing.length < MIN_COLUMNS) return false;
  const hashes = new RowHashes(differing);
  const sizes = hashes.sizesWithout([]);
  if (rows - sizes.length < MIN_REPEATED_SHARE * rows || rows > MOST_TIMES * sizes.length) return false;
  const [f1 = 0, f2 = 0, f3 = 0, f4 = 0] = [1, 2, 3, 4].map((times) => countOf(sizes, times));
  if (f2 > TIMES_BOUND * Math.sqrt(MANY_PAIRS * f1 * (f3 + 1))) return true;
  const isUneven =
    f2 > Math.sqrt(MANY_PAIRS * f1 * f3) || f3 > TIMES_BOUND * Math.sqrt(MANY_TRIPLES * f2 * (f4 + 1));
  if (!isUneven) return false;
  const equal = pairsIn(sizes);
  return equal > TIMES_CHANCE * (await expectPairs({ hashes, equal }, differing, { onSlice }));
}

const countOf = (sizes: readonly number[], wanted: number): number =>
  sizes.reduce((count, size) => count + Number(size === wanted), 0);

/** The pairs of equal rows in groups of equal rows of these sizes. */
export const pairsIn = (sizes: readonly number[]): number =>
  sizes.reduce((pairs, size) => pairs + (size * (size - 1)) / 2, 0);

/**
 * The pairs of equal rows that chance gives: the median over the columns j other than K, the one of most values, of
 * (d_K + ½)(d_j + ½) / (d_Kj + ½), where d_i pairs differ in column i only, and d_ij in i and j only.
 *
 * @param limit the search ends once it is sure on which side of it the median lies, and gives a number of that side
 */
export async function expectPairs(
  { hashes, equal }: { hashes: RowHashes; equal: number },
  columns: readonly Coding[],
  { limit = NaN, onSlice }: { limit?: number; onSlice(): Promise<void> },
): Promise<number> {
  const widest = columns.reduce((best, { count }, at) => (count > columns[best]!.count ? at : best), 0); // an index of the list
  const equalWithout = pairsIn(hashes.sizesWithout([widest]));
  const expected: number[] = [];
  let [below, above] = [0, 0];
  for (let column = 0; column < columns.length; column++) {
    if (column === widest) continue;
    await onSlice();
    const without = pairsIn(hashes.sizesWithout([column]));
    const both = pairsIn(hashes.sizesWithout([widest, column])) - equalWithout - without + equal;
    const pairs = ((equalWithout - equal + 0.5) * (without - equal + 0.5)) / (both + 0.5);
    expected.push(pairs);
    if (pairs < limit) below++;
    if (pairs >= limit) above++;
    if (2 * Math.max(below, above) > columns.length - 1) return pairs;
  }
  return quantileOfSorted(Float64Array.from(expected).sort(), 0, [1, 2]);
}

/** A number per row that is the same for equal rows: the sum of a number per column and cell. */
export class RowHashes {
  readonly #columns: readonly Coding[];
  readonly #sums: Float64Array;

  constructor(columns: readonly Coding[]) {
    this.#columns = columns;
    this.#sums = new Float64Array(columns[0]?.codes.length ?? 0);
    for (const column of columns.keys()) this.#add(this.#sums, column, 1);
  }

  get rows(): number {
    return this.#sums.length;
  }

  /** How many rows are equal in all columns but these, for each of the different rows. */
  sizesWithout(without: readonly number[]): number[] {
    const sums = this.#sums.slice();
    for (const column of without) this.#add(sums, column, -1);
    return runsOf(sums);
  }

  #add(sums: Float64Array, column: number, sign: 1 | -1): void {
    const { codes, count } = this.#columns[column]!; // one of them
    const numbers = Float64Array.from({ length: count }, (_, code) => sign * mix(column, code));
    for (let row = 0; row < sums.length; row++) sums[row]! += numbers[codes[row]!]!; // a code per row
  }
}

/** How often each number occurs. Sorts the list. */
function runsOf(numbers: Float64Array): number[] {
  numbers.sort();
  const runs: number[] = [];
  for (let from = 0, at = 1; at <= numbers.length; at++) {
    if (numbers[at] === numbers[from]) continue;
    runs.push(at - from);
    from = at;
  }
  return runs;
}

/** A whole number that looks random, always the same for a column and a code (the finalizer of MurmurHash3, twice). */
function mix(column: number, code: number): number {
  const low = scramble(Math.imul(code + 1, 0x9e3779b1) ^ scramble(column + 1));
  const high = scramble(low ^ Math.imul(column + 1, 0x85ebca6b) ^ code);
  return (high * 2 ** 14 + (low >>> 18)) % HASH_RANGE;
}

function scramble(number: number): number {
  let mixed = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
