import type { Range } from './binning.ts';
import type { NumericSummary } from './columns.ts';

/** The movable end of a range, and its limits. */
export interface Cut {
  /** Index of the range that ends here. */
  range: number;
  value: number;
  lowest: number;
  highest: number;
}

/**
 * The movable ends of ranges: each maximum that is not open. It stays at or above its range's minimum. A next range
 * that begins at or above it moves along at the same distance, and must still end at or above its own minimum.
 * Example: 0 to 2 and 2.01 to 8: one cut at 2 from 0 to 7.99, and one at 8 from 2.01 to the column's maximum.
 */
export function listCuts(ranges: readonly Range[], summary: NumericSummary): Cut[] {
  return ranges.flatMap((range, index) => {
    if (range.max === null) return [];
    const distance = distanceToNext(ranges, index);
    const nextEnd = distance === null ? null : (ranges[index + 1]?.max ?? null);
    const highest = nextEnd === null ? Math.max(summary.max, range.max) : nextEnd - (distance ?? 0);
    return [{ range: index, value: range.max, lowest: Math.min(range.min, range.max), highest }];
  });
}

/** The ranges with one end moved. The minimum of the next range moves along where it is at or above that end. */
export function moveCut(
  ranges: readonly Range[],
  { range: index, lowest, highest }: Cut,
  to: number,
): Range[] {
  const value = Math.min(Math.max(to, lowest), highest);
  const distance = distanceToNext(ranges, index);
  return ranges.map((range, i) => {
    if (i === index) return { ...range, max: value };
    return i === index + 1 && distance !== null ? { ...range, min: value + distance } : range;
  });
}

/** How far above a range's end the next range begins; null where it begins below it. */
function distanceToNext(ranges: readonly Range[], index: number): number | null {
  const max = ranges[index]?.max ?? null;
  const next = ranges[index + 1];
  if (max === null || next === undefined || next.min < max) return null;
  return next.min - max;
}

/** The step of a moved cut: 1 where all numbers are whole, else a power of ten near a 200th of the axis. */
export function cutStep({ values }: NumericSummary, span: number): number {
  if (values.every(Number.isSafeInteger)) return 1;
  return 10 ** Math.floor(Math.log10(span / 200));
}

/** The nearest multiple of the step: with a step of 0.1, 0.30000000000000004 is 0.3. */
export function snap(value: number, step: number): number {
  const digits = Math.min(Math.max(0, -Math.floor(Math.log10(step))), 100);
  return Number((Math.round(value / step) * step).toFixed(digits));
}
