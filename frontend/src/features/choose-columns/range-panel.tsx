import { useId, useMemo, useState, type ReactNode } from 'react';
import { customRanges, type Range, showBound } from '#frontend/analysis/counts/binning.ts';
import { type RangePreset } from '#frontend/analysis/counts/range-presets.ts';
import { countPerNumber, type NumericSummary } from '#frontend/analysis/columns/columns.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { Button } from '#frontend/ui/button.tsx';
import { StepTerm } from '#frontend/features/wizard/kit/terms.tsx';
import { useConversionsPerValue, type OpenAsker } from '#frontend/features/wizard/kit/file-answers.ts';
import type { Workflow } from '#frontend/features/wizard/kit/use-workflow.ts';
import {
  BestSplit,
  computePresets,
  PRESETS,
  RangeEditor,
  useFocusOnMount,
  type Arrival,
} from './range-editor.tsx';

interface RangePanelProps {
  workflow: Workflow;
  header: string;
  detail: ColumnDetail;
  summary: NumericSummary;
  ranges: readonly Range[] | null;
  /** Null removes all ranges. */
  onChange(ranges: readonly Range[] | null): void;
}

/** The part under a numeric attribute: first the presets, then the editor of the ranges. */
export function RangePanel({ workflow, header, detail, summary, ranges, onChange }: RangePanelProps) {
  const titleId = useId();
  const conversions = useConversions(workflow, detail, summary);
  const presets = useMemo(() => computePresets(summary), [summary]);
  const [lastPreset, setLastPreset] = useState<RangePreset | null>(null);
  const [arrival, setArrival] = useState<Arrival>(null);

  const replace = (next: readonly Range[] | null, to: Arrival = 'title') => {
    setArrival(to);
    onChange(next);
  };
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
          bestSplit={<BestSplit {...{ summary, conversions, ranges }} onRanges={replace} />}
          onPreset={choosePreset}
          onCustom={() => replace(customRanges(summary), 'field')}
        />
      ) : (
        <RangeEditor
          titleId={titleId}
          arrival={arrival}
          {...{ header, detail, summary, conversions, ranges, presets, lastPreset }}
          onPreset={choosePreset}
          onReplace={replace}
          onChange={onChange}
        />
      )}
    </section>
  );
}

/** Conversions per number of a column; null without a status column, and while no lead counts as converted. */
function useConversions(
  workflow: OpenAsker,
  detail: ColumnDetail,
  summary: NumericSummary,
): Uint32Array | null {
  const perValue = useConversionsPerValue(workflow, detail.index);
  return useMemo(
    () =>
      perValue?.some((count) => count > 0)
        ? countPerNumber(detail.values, perValue, { values: summary.values, format: detail.numberFormat })
        : null,
    [perValue, detail, summary],
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
        <p className={cx('text-13', isMostlyUnique ? 'text-caution' : 'text-muted')}>
          {isMostlyUnique ? 'Mostly unique: make' : 'Without'} <StepTerm term="ranges">ranges</StepTerm>
          {isMostlyUnique
            ? ', so that each group has enough leads to compare.'
            : ', each number becomes its own segment.'}
        </p>
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
