import type { TwoByTwo } from './chi-square.ts';

/** Tables count as equally probable up to this relative difference, as in R's fisher.test. */
const EQUAL_UP_TO = 1 + 1e-7;

/**
 * Fisher's exact p-value of a 2x2 table, two-sided: the chance of all tables with these margins that are at most as
 * probable as this one (R's fisher.test and scipy's fisher_exact take the same tables). With x in the first cell the
 * chance is hypergeometric. Chances are taken relative to that of the most probable table: each is the one before
 * times a fraction of whole numbers, so no factorial is needed. Summing outward stops where terms no longer count.
 *
 * The relative error is under 1e-10. Below the smallest double relative to the most probable table, near 1e-308, it
 * is 0. A table that is the only one with its margins (an empty row or column) gives 1, a negative count too.
 * Example: the lady tasting tea, 3 of 4 cups right (Fisher, The Design of Experiments (1935)): a 3, b 1, c 1, d 3:
 * (1 + 16 + 16 + 1) / 70 = 0.4857.
 */
export function fisherExact({ a, b, c, d }: TwoByTwo): number {
  if (Math.min(a, b, c, d) < 0) return 1;
  const row = a + b;
  const column = a + c;
  const least = Math.max(0, a - d);
  const most = Math.min(row, column);
  const mode = Math.floor(((row + 1) * (column + 1)) / (row + c + d + 2));
  // The chance of x relative to that of x - 1, and of x relative to that of x + 1.
  const grow = (x: number) => ((row - x + 1) * (column - x + 1)) / (x * (d - a + x));
  const shrink = (x: number) => 1 / grow(x + 1);
  const steps = { up: { step: 1, last: most, next: grow }, down: { step: -1, last: least, next: shrink } };

  let observed = 1;
  const { step, next } = a > mode ? steps.up : steps.down;
  for (let x = mode; x !== a && observed > 0; x += step) observed *= next(x + step);
  const limit = observed * EQUAL_UP_TO;
  const sums = { all: 1, extreme: limit >= 1 ? 1 : 0 };
  addSide(sums, mode, steps.up, limit);
  addSide(sums, mode, steps.down, limit);
  return sums.extreme / sums.all;
}

/** Adds the chances of one side of the mode: to `all`, and up to the limit to `extreme`. */
function addSide(
  sums: { all: number; extreme: number },
  mode: number,
  { step, last, next }: { step: number; last: number; next: (x: number) => number },
  limit: number,
): void {
  let chance = 1;
  for (let x = mode; x !== last;) {
    x += step;
    chance *= next(x);
    sums.all += chance;
    if (chance > limit) continue;
    sums.extreme += chance;
    // Also where both have become 0, which would not change any more.
    if (chance <= sums.extreme * Number.EPSILON) return;
  }
}
