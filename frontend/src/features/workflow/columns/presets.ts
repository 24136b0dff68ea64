import { presetRanges, rangeLabel, type Range, type RangePreset } from '#frontend/analysis/binning.ts';
import type { NumericSummary } from '#frontend/analysis/columns.ts';

export const PRESETS: readonly { preset: RangePreset; name: string; promptName: string }[] = [
  { preset: 'quartiles', name: 'Quartiles', promptName: 'Quartiles (4 groups)' },
  { preset: 'thirds', name: 'Thirds', promptName: 'Thirds (3 groups)' },
  { preset: 'equal-intervals', name: 'Equal Intervals', promptName: 'Equal Intervals' },
];

export type PresetResults = Record<RangePreset, ReturnType<typeof presetRanges>>;

/** The ranges of every preset for one column: three looks at its numbers, then none while ranges are edited. */
export function computePresets(summary: NumericSummary): PresetResults {
  return {
    quartiles: presetRanges('quartiles', summary),
    thirds: presetRanges('thirds', summary),
    'equal-intervals': presetRanges('equal-intervals', summary),
  };
}

/** Which preset the ranges are, untouched; `last` where two presets come out alike. Null for edited ranges. */
export function matchPreset(
  ranges: readonly Range[],
  presets: PresetResults,
  last: RangePreset | null,
): RangePreset | null {
  const alike = PRESETS.filter(({ preset }) => areEqual(ranges, presets[preset].ranges));
  return (alike.find(({ preset }) => preset === last) ?? alike[0])?.preset ?? null;
}

function areEqual(a: readonly Range[], b: readonly Range[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ min, max, label }, i) => min === b[i]?.min && max === b[i].max && label === b[i].label)
  );
}

/** Names that more than one range has: those ranges are one value. */
export function repeatedLabels(ranges: readonly Range[]): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const label of ranges.map(rangeLabel)) (seen.has(label) ? repeated : seen).add(label);
  return [...repeated];
}
