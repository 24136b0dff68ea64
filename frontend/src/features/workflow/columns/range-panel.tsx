import { useId, useMemo, useState } from 'react';
import { customRanges, type Range, type RangePreset } from '#frontend/analysis/binning.ts';
import type { NumericSummary } from '#frontend/analysis/columns.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { computePresets } from './presets.ts';
import { RangeEditor } from './range-editor.tsx';
import { RangePrompt } from './range-prompt.tsx';

interface RangePanelProps {
  header: string;
  detail: ColumnDetail;
  summary: NumericSummary;
  ranges: readonly Range[] | null;
  /** Null takes all ranges away again. */
  onChange(ranges: readonly Range[] | null): void;
}

/** Under a numeric attribute: an offer of ranges, then the ranges themselves. */
export function RangePanel({ header, detail, summary, ranges, onChange }: RangePanelProps) {
  const titleId = useId();
  const presets = useMemo(() => computePresets(summary), [summary]);
  const [lastPreset, setLastPreset] = useState<RangePreset | null>(null);
  const [hasActed, setHasActed] = useState(false);

  const change = (next: readonly Range[] | null) => {
    setHasActed(true);
    onChange(next);
  };
  const choosePreset = (preset: RangePreset) => {
    setLastPreset(preset);
    change(presets[preset].ranges);
  };

  return (
    <section aria-labelledby={titleId} className="ml-1 border-l-2 border-hairline pl-4 sm:pl-5">
      {ranges === null ? (
        <RangePrompt
          titleId={titleId}
          summary={summary}
          takesFocus={hasActed}
          onPreset={choosePreset}
          onCustom={() => change(customRanges(summary))}
        />
      ) : (
        <RangeEditor
          titleId={titleId}
          takesFocus={hasActed}
          {...{ header, detail, summary, ranges, presets, lastPreset }}
          onPreset={choosePreset}
          onChange={change}
        />
      )}
    </section>
  );
}
