import type { NumericSummary } from './columns.ts';
import { quantile } from './stats/quantile.ts';

/** Counts the leads above `from` and at or below `to`; the first bar also those at its `from`. */
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
    const place = Math.ceil((value - start) / width - 1e-9) - 1;
    const bar = bars[Math.max(place, 0)];
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
