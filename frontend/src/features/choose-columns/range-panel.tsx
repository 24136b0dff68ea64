import { useId, useMemo, useState, type ReactNode } from 'react';
import { MAX_SINGLE_NUMBERS } from '#frontend/analysis/constants.ts';
import { customRanges, type Range, showBound } from '#frontend/analysis/counts/binning.ts';
import { type RangePreset } from '#frontend/analysis/counts/range-presets.ts';
import type { NumericSummary } from '#frontend/analysis/columns/columns.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatCount, formatNumber } from '#frontend/lib/format.ts';
import type { ColumnDetail } from '#frontend/counting/file-facts.ts';
import { Button } from '#frontend/ui/button.tsx';
import { StepTerm } from '#frontend/features/wizard/step-layout.tsx';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { BestSplit, useConversions } from './best-split.tsx';
import { computePresets, PRESETS, RangeEditor, useFocusOnMount, type Arrival } from './range-editor.tsx';

interface RangePanelProps {
  workflow: Workflow;
  header: string;
  detail: ColumnDetail;
  summary: NumericSummary;
  ranges: readonly Range[] | null;
  /** Whether the best split made the ranges, edited or not. */
  isByOutcome: boolean;
  /** Changes the ranges. */
  onChange(ranges: readonly Range[]): void;
  /** Replaces the ranges; without any, the column has single numbers. */
  onReplace(ranges: readonly Range[], by?: 'best-split'): void;
}

/** The part under a numeric attribute: first the presets, then the editor of the ranges. */
export function RangePanel({ workflow, header, detail, summary, ranges, ...props }: RangePanelProps) {
  const titleId = useId();
  const conversions = useConversions(workflow, detail, summary);
  const presets = useMemo(() => computePresets(summary), [summary]);
  const [lastPreset, setLastPreset] = useState<RangePreset | null>(null);
  const [arrival, setArrival] = useState<Arrival>(null);

  const replace = (next: readonly Range[], to: Arrival = 'title', by?: 'best-split') => {
    setArrival(to);
    props.onReplace(next, by);
  };
  const drawBestSplit = (before?: (next: readonly Range[]) => void) => (
    <BestSplit
      {...{ workflow, summary, conversions }}
      ranges={ranges ?? []}
      isByOutcome={props.isByOutcome}
      onRanges={(next) => {
        before?.(next);
        replace(next, 'title', 'best-split');
      }}
    />
  );
  const choosePreset = (preset: RangePreset) => {
    setLastPreset(preset);
    replace(presets[preset].ranges);
  };

  return (
    <section aria-labelledby={titleId}>
      {ranges === null ? (
        <RangePrompt
          titleId={titleId}
          summary={summary}
          isMostlyUnique={detail.isMostlyUnique}
          takesFocus={arrival !== null}
          bestSplit={drawBestSplit()}
          onPreset={choosePreset}
          onCustom={() => replace(customRanges(summary), 'field')}
        />
      ) : (
        <RangeEditor
          titleId={titleId}
          arrival={arrival}
          {...{ header, detail, summary, conversions, ranges, presets, lastPreset, drawBestSplit }}
          onPreset={choosePreset}
          onSingleNumbers={() => replace([])}
          onChange={props.onChange}
        />
      )}
    </section>
  );
}

const MAX_WRITTEN_OUT = 1e15;

/** A number of the column. One with too many digits is written in powers of ten. */
function formatEnd(value: number): string {
  return Math.abs(value) < MAX_WRITTEN_OUT ? formatNumber(value) : showBound(value);
}

interface RangePromptProps {
  titleId: string;
  summary: NumericSummary;
  isMostlyUnique: boolean;
  /** True if the editor was just closed, so that the focus returns here. */
  takesFocus: boolean;
  bestSplit: ReactNode;
  onPreset(preset: RangePreset): void;
  onCustom(): void;
}

function RangePrompt(props: RangePromptProps) {
  const { titleId, summary, isMostlyUnique, takesFocus, bestSplit, onPreset, onCustom } = props;
  const title = useFocusOnMount<HTMLHeadingElement>(takesFocus);
  return (
    <div className="flex flex-col gap-3">
      <div>
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 ref={title} id={titleId} tabIndex={-1} className="text-14 font-semibold outline-none">
            Numeric Column Detected
          </h2>
          <p className="text-13 text-muted tabular-nums">
            Min {formatEnd(summary.min)} · Max {formatEnd(summary.max)}
          </p>
        </div>
        {summary.values.length > MAX_SINGLE_NUMBERS && (
          <p className={cx('text-13', isMostlyUnique ? 'text-caution' : 'text-muted')}>
            Without <StepTerm term="ranges">ranges</StepTerm>, each of {formatCount(summary.values.length)}{' '}
            numbers becomes its own segment.
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {PRESETS.map(({ preset, offer }) => (
          <Button key={preset} size="small" onClick={() => onPreset(preset)}>
            {offer}
          </Button>
        ))}
        <Button size="small" onClick={onCustom}>
          Custom Ranges
        </Button>
        {bestSplit}
      </div>
    </div>
  );
}
