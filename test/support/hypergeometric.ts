import type { TwoByTwo } from '#frontend/analysis/stats/chi-square.ts';

/**
 * Fisher's exact two-sided p-value by its definition, in whole numbers: C(row, x) C(others, column - x) of every table
 * with these margins, summed where it is at most that of this table. For small counts only.
 */
export function fisherByDefinition({ a, b, c, d }: TwoByTwo): number {
  const [row, column, others] = [a + b, a + c, c + d];
  const ways = (x: number) => choose(row, x) * choose(others, column - x);
  const all = Array.from({ length: column + 1 }, (_, x) => ways(x));
  const add = (numbers: readonly bigint[]) => numbers.reduce((sum, number) => sum + number, 0n);
  const extreme = add(all.filter((number) => number <= ways(a)));
  return divide(extreme, add(all));
}

function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  let product = 1n;
  for (let i = 1; i <= k; i++) product = (product * BigInt(n - k + i)) / BigInt(i);
  return product;
}

/** A fraction of whole numbers with at least 17 digits. */
function divide(part: bigint, whole: bigint): number {
  const digits = BigInt(whole.toString().length - part.toString().length + 20);
  return Number(`${(part * 10n ** digits) / whole}e-${digits}`);
}
