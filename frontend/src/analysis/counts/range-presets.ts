import type { NumericSummary } from '../columns/columns.ts';
import { MAX_SINGLE_NUMBERS, MODEL_RANGES, RANGE_GAP } from '../constants.ts';
import { interpolate, quantile } from '../stats/quantile.ts';
import type { Range } from './binning.ts';

interface Preset {
  name: string;
  /** The name on its button before there are ranges. */
  offer: string;
  /** One range each, from the lowest numbers to the highest. */
  labels: readonly string[];
  /** The maximum of range number `part` of `parts`, counted from 1; that of the last is the column's maximum. */
  cutPoint(summary: NumericSummary, part: number, parts: number): number;
}

const percentile: Preset['cutPoint'] = ({ values, leads }, part, parts) =>
  quantile({ values, weights: leads }, part, parts);

/** The presets in the order of their buttons: whatever shows or computes presets is made from this list. */
export const RANGE_PRESETS = {
  quartiles: {
    name: 'Quartiles',
    offer: 'Quartiles (4 groups)',
    labels: ['Q1 (Low)', 'Q2 (Medium-Low)', 'Q3 (Medium-High)', 'Q4 (High)'],
    cutPoint: percentile,
  },
  thirds: {
    name: 'Thirds',
    offer: 'Thirds (3 groups)',
    labels: ['Low', 'Medium', 'High'],
    cutPoint: percentile,
  },
  'equal-intervals': {
    name: 'Equal Intervals',
    offer: 'Equal Intervals',
    labels: ['Low', 'Medium', 'High'],
    cutPoint: ({ min, max }, part, parts) => interpolate([min, max], part, parts),
  },
} as const satisfies Record<string, Preset>;

export type RangePreset = keyof typeof RANGE_PRESETS;

/**
 * The ranges of a preset: quartiles and thirds cut at percentiles (type 7), equal intervals cut the span from
 * minimum to maximum in three. The first range starts at the minimum, each next one 0.01 above the previous
 * maximum, or at its first number where that would be beyond its own end. The last is open-ended. Where two cut
 * points are equal, or one equals the maximum, the range above is empty: it is left out and its label returned in
 * `leftOut`. Minimum = maximum gives one range.
 * Example: quartiles of 0, 0, 0, 4, 8 cut at 0, 0, 4: 'Q2 (Medium-Low)' is left out.
 */
export function presetRanges(
  preset: RangePreset,
  summary: NumericSummary,
): { ranges: Range[]; leftOut: string[] } {
  return cutRanges(RANGE_PRESETS[preset], summary);
}

/** The ranges of a column between its deciles, as `presetRanges` makes them, without names. */
export function tenthRanges(summary: NumericSummary): Range[] {
  const labels = Array.from({ length: MODEL_RANGES }, () => '');
  return cutRanges({ labels, cutPoint: percentile }, summary).ranges;
}

function cutRanges(
  { labels, cutPoint }: Pick<Preset, 'labels' | 'cutPoint'>,
  summary: NumericSummary,
): { ranges: Range[]; leftOut: string[] } {
  const ranges: Range[] = [];
  const leftOut: string[] = [];
  let previousMax: number | null = null;
  for (const [index, label] of labels.entries()) {
    const max = cutPoint(summary, index + 1, labels.length);
    if (previousMax !== null && max <= previousMax) {
      leftOut.push(label);
      continue;
    }
    ranges.push({
      min: previousMax === null ? summary.min : startAbove(previousMax, max, summary),
      max,
      label,
    });
    previousMax = max;
  }
  return {
    ranges: ranges.map((range, i) => (i === ranges.length - 1 ? { ...range, max: null } : range)),
    leftOut,
  };
}

/**
 * The quartiles of a column with more than 12 different numbers, which as single numbers would be segments of a few leads
 * each; null for fewer numbers.
 */
export function quartilesOfMany(summary: NumericSummary): Range[] | null {
  return summary.values.length > MAX_SINGLE_NUMBERS ? presetRanges('quartiles', summary).ranges : null;
}

/** The minimum of a range: 0.01 above the previous maximum, which numbers closer than that would all be below. */
function startAbove(previousMax: number, max: number, summary: NumericSummary): number {
  const min = previousMax + RANGE_GAP;
  return min > max ? Math.min(firstAbove(summary, previousMax), max) : min;
}

/** The first number of a column above a bound; Infinity without one. */
export function firstAbove({ values }: Pick<NumericSummary, 'values'>, bound: number): number {
  return values.find((value) => value > bound) ?? Infinity;
}

/** Whether two lists of ranges have the same bounds and labels in the same order. */
export function haveSameRanges(a: readonly Range[], b: readonly Range[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ min, max, label }, i) => min === b[i]?.min && max === b[i].max && label === b[i].label)
  );
}
