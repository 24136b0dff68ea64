import type { NumericSummary } from '../columns/columns.ts';
import { quantile } from '../stats/quantile.ts';
import type { Range } from './binning.ts';

/** The number of leads above `from` and at or below `to`; the first bar also counts leads at its `from`. */
export interface Bar {
  from: number;
  to: number;
  leads: number;
}

/** Bars of equal width from `start` to `end`, and how many leads lie above `end`. */
export interface Histogram {
  start: number;
  end: number;
  bars: readonly Bar[];
  above: number;
}

const MAX_BARS = 40;
/** The axis ends at this percentile where the leads above it would take more than a third of the axis. */
const TAIL_PERCENTILE = 99;
const MAX_TAIL_SHARE = 1 / 3;

/**
 * The histogram of a numeric column. Of the n leads up to `end`, bars are 2 x IQR / cube root of n wide (Freedman and
 * Diaconis, "On the histogram as a density estimator", 1981); where the IQR is zero there are 1 + log2 n bars
 * (Sturges, 1926); at most 40. Where all numbers are whole, so are the widths, and the axis starts 1 below the
 * minimum, because a bar includes its upper end, as a range does. A column with one number has one bar, and so have
 * numbers that are further apart than the largest number.
 * Example: 1, 2, 3, 4 once each: IQR 1.5, width 3 / 1.587 = 1.89, rounded to 2: bars 0 to 2 and 2 to 4.
 */
export function drawHistogram(summary: NumericSummary): Histogram {
  const end = chooseEnd(summary);
  const shown = upTo(summary, end);
  const isWhole = summary.values.every(Number.isSafeInteger);
  // Next to a number of 17 digits there is no other within 1.
  const below = Math.max(1, Math.abs(summary.min) * Number.EPSILON);
  const start = isWhole || end === summary.min ? summary.min - below : summary.min;
  const above = sum(summary.leads) - sum(shown.leads);
  if (end - start === Infinity)
    return { start, end, bars: [{ from: start, to: end, leads: sum(shown.leads) }], above };
  const width = chooseWidth(shown, end - start, isWhole);
  const count = Math.max(1, Math.ceil((end - start) / width - 1e-9));
  const bars = Array.from({ length: count }, (_, i) => ({
    from: start + i * width,
    to: start + (i + 1) * width,
    leads: 0,
  }));
  for (const [i, value] of shown.values.entries()) {
    const position = Math.ceil((value - start) / width - 1e-9) - 1;
    const bar = bars[Math.max(position, 0)];
    if (bar) bar.leads += shown.leads[i] ?? 0;
  }
  return { start, end: bars.at(-1)?.to ?? end, bars, above };
}

type Numbers = Pick<NumericSummary, 'values' | 'leads'>;

function chooseEnd(summary: NumericSummary): number {
  const { min, max, values, leads } = summary;
  const percentile = quantile({ values, weights: leads }, TAIL_PERCENTILE, 100);
  const isLongTail = percentile > min && max - percentile > MAX_TAIL_SHARE * (max - min);
  if (!isLongTail) return max;
  return values.findLast((value) => value <= percentile) ?? max;
}

function upTo({ values, leads }: Numbers, end: number): Numbers {
  const count = values.findLastIndex((value) => value <= end) + 1;
  return { values: values.subarray(0, count), leads: leads.subarray(0, count) };
}

function chooseWidth({ values, leads }: Numbers, span: number, isWhole: boolean): number {
  if (values.length === 1) return span;
  const n = sum(leads);
  const sample = { values, weights: leads };
  const spread = quantile(sample, 3, 4) - quantile(sample, 1, 4);
  const wanted = spread > 0 ? (2 * spread) / Math.cbrt(n) : span / (1 + Math.ceil(Math.log2(n)));
  const smallest = span / MAX_BARS;
  if (isWhole) return Math.max(1, Math.round(wanted), Math.ceil(smallest));
  return Math.min(span, Math.max(wanted, smallest));
}

function sum(counts: Uint32Array): number {
  return counts.reduce((total, count) => total + count, 0);
}

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
