import { useMemo, useState } from 'react';
import { bestSplit } from '#frontend/analysis/best-split.ts';
import {
  presetRanges,
  RANGE_PRESETS,
  rangeLabel,
  type Range,
  type RangePreset,
} from '#frontend/analysis/binning.ts';
import type { NumericSummary } from '#frontend/analysis/columns.ts';
import { Button } from '#frontend/ui/button.tsx';

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

function areEqual(a: readonly Range[], b: readonly Range[]): boolean {
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

interface BestSplitProps {
  summary: NumericSummary;
  /** Per number of the summary; null while no lead counts as converted. */
  conversions: Uint32Array | null;
  ranges: readonly Range[] | null;
  onRanges(ranges: readonly Range[]): void;
}

/** A button for the ranges whose conversion rates differ most. A word says why there are none. */
export function BestSplit({ summary, conversions, ranges, onRanges }: BestSplitProps) {
  const best = useMemo(() => conversions && bestSplit(summary, conversions), [summary, conversions]);
  const [asked, setAsked] = useState<typeof best | undefined>(undefined);
  const isChosen = best !== null && ranges !== null && areEqual(ranges, best);
  const split = () => {
    setAsked(best);
    if (best) onRanges(best);
  };
  return (
    <>
      <Button size="small" aria-pressed={isChosen} className="aria-pressed:border-accent" onClick={split}>
        Best split
      </Button>
      <output className="block w-full text-13 text-muted empty:hidden">
        {isChosen
          ? 'Best split was chosen by the outcome: later leads may differ less.'
          : asked === null && best === null && reasonWithout(conversions)}
      </output>
    </>
  );
}

function reasonWithout(conversions: Uint32Array | null): string {
  return conversions
    ? 'No split holds: the leads convert alike over all these numbers, or they are too few to tell.'
    : 'Best split needs the outcome: tick the converted values in step 3, then come back.';
}
