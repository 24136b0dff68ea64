import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { customRanges, type Range, type RangePreset } from '#frontend/analysis/binning.ts';
import type { NumericSummary } from '#frontend/analysis/columns.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import type { Workflow } from '../use-workflow.ts';
import { computePresets } from './presets.ts';
import type { Arrival } from './range-editor.tsx';
import { RangePrompt } from './range-prompt.tsx';
import { useConversions } from './use-conversions.ts';

const editor = lazyWithPreload(async () => (await import('./range-editor.tsx')).RangeEditor);

interface RangePanelProps {
  workflow: Workflow;
  header: string;
  detail: ColumnDetail;
  summary: NumericSummary;
  ranges: readonly Range[] | null;
  /** Null takes all ranges away again. */
  onChange(ranges: readonly Range[] | null): void;
}

/** Under a numeric attribute: an offer of ranges, then the ranges themselves. */
export function RangePanel({ workflow, header, detail, summary, ranges, onChange }: RangePanelProps) {
  const titleId = useId();
  const conversions = useConversions(workflow, detail, summary);
  const presets = useMemo(() => computePresets(summary), [summary]);
  const [lastPreset, setLastPreset] = useState<RangePreset | null>(null);
  const [arrival, setArrival] = useState<Arrival>(null);

  // The offer is seen first: by the time that it is taken, the editor has come. If not, the offer stays until it has.
  useEffect(() => editor.preload(), []);
  const isEdited = useDeferredValue(ranges !== null);

  const choosePreset = (preset: RangePreset) => {
    setLastPreset(preset);
    setArrival('title');
    onChange(presets[preset].ranges);
  };
  const removeAll = () => {
    setArrival('title');
    onChange(null);
  };
  const startCustom = () => {
    setArrival('field');
    onChange(customRanges(summary));
  };

  return (
    <section aria-labelledby={titleId} className="ml-1 border-l-2 border-hairline pl-4 sm:pl-5">
      {ranges === null || !isEdited ? (
        <RangePrompt
          titleId={titleId}
          summary={summary}
          isMostlyUnique={detail.isMostlyUnique}
          takesFocus={arrival !== null}
          onPreset={choosePreset}
          onCustom={startCustom}
        />
      ) : (
        <editor.Component
          titleId={titleId}
          arrival={arrival}
          {...{ header, detail, summary, conversions, ranges, presets, lastPreset }}
          onPreset={choosePreset}
          onChange={onChange}
          onRemoveAll={removeAll}
        />
      )}
    </section>
  );
}
