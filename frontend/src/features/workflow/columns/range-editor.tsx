import { useEffect, useMemo, useRef } from 'react';
import { Plus } from 'lucide-react';
import { addRange, countByRange, type Range, type RangePreset } from '#frontend/analysis/binning.ts';
import type { NumericSummary } from '#frontend/analysis/columns.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { Button } from '#frontend/ui/button.tsx';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import { matchPreset, PRESETS, type PresetResults } from './presets.ts';
import { RANGE_GRID, RangeRow } from './range-row.tsx';
import { RangeNotes } from './range-notes.tsx';
import { useRowKeys } from './use-row-keys.ts';

interface RangeEditorProps {
  titleId: string;
  header: string;
  detail: ColumnDetail;
  summary: NumericSummary;
  ranges: readonly Range[];
  presets: PresetResults;
  lastPreset: RangePreset | null;
  /** It was opened just now: the first field takes the focus. */
  takesFocus: boolean;
  onPreset(preset: RangePreset): void;
  onChange(ranges: readonly Range[] | null): void;
}

/** The ranges of a column, one row each, with the leads that fall into it now. */
export function RangeEditor(props: RangeEditorProps) {
  const { titleId, header, detail, summary, ranges, presets, lastPreset, takesFocus } = props;
  const { onPreset, onChange } = props;
  const rows = useRowKeys(ranges.length);
  const counts = useMemo(() => countByRange(summary, ranges), [summary, ranges]);
  const preset = matchPreset(ranges, presets, lastPreset);
  const list = useRef<HTMLDivElement>(null);
  // The row whose first field takes the focus after the next drawing.
  const focusNext = useRef(takesFocus ? 0 : null);
  useEffect(() => {
    if (focusNext.current === null) return;
    list.current?.querySelectorAll('fieldset')[focusNext.current]?.querySelector('input')?.focus();
    focusNext.current = null;
  });

  const add = () => {
    focusNext.current = ranges.length;
    rows.add();
    onChange(addRange(ranges, summary));
  };
  const remove = (index: number) => {
    focusNext.current = Math.min(index, ranges.length - 2);
    rows.remove(index);
    onChange(ranges.toSpliced(index, 1));
  };
  const choosePreset = (next: RangePreset) => {
    rows.replace(presets[next].ranges.length);
    onPreset(next);
  };

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={titleId} className="min-w-0 text-14 font-semibold wrap-break-word">
          Define Ranges for {header}
        </h2>
        <SegmentedControl
          label="Presets"
          options={PRESETS.map(({ preset: value, name }) => ({ value, label: name }))}
          value={preset}
          onChange={choosePreset}
        />
      </div>
      <div ref={list} className="flex flex-col gap-3 sm:gap-2">
        <div aria-hidden className={`${RANGE_GRID} text-13 text-muted`}>
          <span>Min</span>
          <span>Max</span>
          <span className="hidden sm:block">Label</span>
          <span className="hidden pr-8 text-right sm:block">Leads</span>
        </div>
        {rows.keys.map((key, index) => {
          const range = ranges[index];
          return (
            range && (
              <RangeRow
                key={key}
                position={index + 1}
                range={range}
                summary={summary}
                leads={counts.leads[index] ?? 0}
                isOnly={ranges.length === 1}
                onChange={(next) => onChange(ranges.with(index, next))}
                onRemove={() => remove(index)}
              />
            )
          );
        })}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" icon={<Plus />} onClick={add}>
          Add Range
        </Button>
        <Button size="small" variant="ghost" onClick={() => onChange(null)}>
          Remove All Ranges
        </Button>
      </div>
      <RangeNotes
        {...{ ranges, detail, summary }}
        outOfRange={counts.outOfRange}
        leftOut={preset === null ? [] : presets[preset].leftOut}
      />
    </div>
  );
}
