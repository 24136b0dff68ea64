import {
  presetRanges,
  RANGE_PRESETS,
  rangeLabel,
  type Range,
  type RangePreset,
} from '#frontend/analysis/binning.ts';
import type { NumericSummary } from '#frontend/analysis/columns.ts';

/** The presets with their names, in the order of their buttons. */
export const PRESETS = (Object.keys(RANGE_PRESETS) as RangePreset[]).map((preset) => ({
  preset,
  ...RANGE_PRESETS[preset],
})); // an object literal has no other keys

export type PresetResults = Record<RangePreset, ReturnType<typeof presetRanges>>;

/** The ranges of every preset for one column. */
export function computePresets(summary: NumericSummary): PresetResults {
  const results = PRESETS.map(({ preset }) => [preset, presetRanges(preset, summary)]);
  return Object.fromEntries(results) as PresetResults; // one for each key
}

/** The preset with exactly these ranges; `last` where two presets give the same ranges. Null for edited ranges. */
export function matchPreset(
  ranges: readonly Range[],
  presets: PresetResults,
  last: RangePreset | null,
): RangePreset | null {
  const alike = PRESETS.filter(({ preset }) => areEqual(ranges, presets[preset].ranges));
  return (alike.find(({ preset }) => preset === last) ?? alike[0])?.preset ?? null;
}

export function areEqual(a: readonly Range[], b: readonly Range[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ min, max, label }, i) => min === b[i]?.min && max === b[i].max && label === b[i].label)
  );
}

/** Labels that more than one range has: such ranges count as one value. */
export function repeatedLabels(ranges: readonly Range[]): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const label of ranges.map(rangeLabel)) (seen.has(label) ? repeated : seen).add(label);
  return [...repeated];
}
