import { useMemo, useState } from 'react';
import type { Range } from '#frontend/analysis/binning.ts';
import { bestSplit } from '#frontend/analysis/best-split.ts';
import type { NumericSummary } from '#frontend/analysis/columns.ts';
import { Button } from '#frontend/ui/button.tsx';
import { areEqual } from '../columns/presets.ts';

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
