import { useState } from 'react';
import type { Range } from '#frontend/analysis/binning.ts';
import { bestSplit } from '#frontend/analysis/best-split.ts';
import type { NumericSummary } from '#frontend/analysis/columns.ts';
import { Button } from '#frontend/ui/button.tsx';

interface BestSplitProps {
  summary: NumericSummary;
  /** Per number of the summary; null while no lead counts as converted. */
  conversions: Uint32Array | null;
  onRanges(ranges: Range[]): void;
}

/** A button for the ranges whose conversion rates differ most. A word says why there are none. */
export function BestSplit({ summary, conversions, onRanges }: BestSplitProps) {
  const [failed, setFailed] = useState<Uint32Array | null | undefined>(undefined);
  const split = () => {
    const ranges = conversions && bestSplit(summary, conversions);
    setFailed(ranges ? undefined : conversions);
    if (ranges) onRanges(ranges);
  };
  return (
    <>
      <Button size="small" onClick={split}>
        Best split
      </Button>
      <output className="block w-full text-13 text-muted empty:hidden">
        {failed === conversions &&
          (conversions
            ? 'No split holds: the leads convert alike over all these numbers, or they are too few to tell.'
            : 'Best split needs the outcome: tick the converted values in step 3, then come back.')}
      </output>
    </>
  );
}
