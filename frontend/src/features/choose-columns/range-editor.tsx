import { useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Plus } from 'lucide-react';
import { countByRange, type Range, addRange, rangeLabel } from '#frontend/analysis/counts/binning.ts';
import {
  haveSameRanges,
  presetRanges,
  RANGE_PRESETS,
  type RangePreset,
} from '#frontend/analysis/counts/range-presets.ts';
import { BLANK_LABEL, OUT_OF_RANGE_LABEL, type NumericSummary } from '#frontend/analysis/columns/columns.ts';
import { cx } from '#frontend/lib/class-names.ts';
import type { ColumnDetail } from '#frontend/counting/file-facts.ts';
import { Button } from '#frontend/ui/button.tsx';
import { SegmentedControl } from '#frontend/ui/segmented-control.tsx';
import { countNoun, shortText } from '#frontend/lib/format.ts';
import { writeBound } from '#frontend/features/wizard/typed-number.ts';
import type { Conversions } from './best-split.tsx';
import { HistogramStrip } from './histogram-strip.tsx';
import { rangeGrid, RangeRow } from './range-row.tsx';
import { keysOf, recordOf } from '#contract/records.ts';

/** The element with the focus when the editor opens: its title after a preset, its first field for custom ranges. */
export type Arrival = 'title' | 'field' | null;

interface RangeEditorProps {
  titleId: string;
  header: string;
  detail: ColumnDetail;
  summary: NumericSummary;
  conversions: Conversions;
  ranges: readonly Range[];
  /** Draws the button for the best split. `before` is called before it replaces the ranges. */
  drawBestSplit(before: (next: readonly Range[]) => void): ReactNode;
  presets: PresetResults;
  lastPreset: RangePreset | null;
  arrival: Arrival;
  onChange(ranges: readonly Range[]): void;
  /** Replaces all ranges. */
  onPreset(preset: RangePreset): void;
  onSingleNumbers(): void;
}

/** The presets with their names, in the order of their buttons. */
export const PRESETS = keysOf(RANGE_PRESETS).map((preset) => ({ preset, ...RANGE_PRESETS[preset] }));

const PRESET_OPTIONS = PRESETS.map(({ preset, name }) => ({ value: preset, label: name }));

const TITLE_LENGTH = 60;

/** The ranges of a column: a histogram, and a row with the leads of each range. */
export function RangeEditor(props: RangeEditorProps) {
  const { titleId, header, detail, summary, conversions, ranges, presets, onChange } = props;
  const { keys, list, add, remove, renew } = useRangeRows({
    ranges,
    summary,
    onChange,
    takesFocus: props.arrival === 'field',
  });
  const title = useFocusOnMount<HTMLHeadingElement>(props.arrival === 'title');
  const counts = useMemo(() => countByRange(summary, ranges), [summary, ranges]);
  const converted = useMemo(
    () =>
      conversions instanceof Uint32Array
        ? countByRange({ values: summary.values, leads: conversions }, ranges).leads
        : null,
    [summary, conversions, ranges],
  );
  const preset = matchPreset(ranges, presets, props.lastPreset);

  const choosePreset = (next: RangePreset) => {
    renew(presets[next].ranges);
    props.onPreset(next);
  };

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2
          ref={title}
          id={titleId}
          tabIndex={-1}
          className="min-w-0 text-14 font-semibold wrap-break-word outline-none"
        >
          Define Ranges for {shortText(header, TITLE_LENGTH)}
        </h2>
        <div className="flex flex-wrap items-center gap-2">
          <SegmentedControl label="Presets" options={PRESET_OPTIONS} value={preset} onChange={choosePreset} />
          <Button size="small" variant="ghost" onClick={props.onSingleNumbers}>
            Use single numbers
          </Button>
          {props.drawBestSplit(renew)}
        </div>
      </div>
      <HistogramStrip {...{ header, summary, ranges }} onChange={onChange} />
      <div ref={list} className="flex flex-col gap-3 sm:gap-2">
        <RowsHeader hasRates={converted !== null} />
        {ranges.map((range, index) => (
          <RangeRow
            key={keys[index]}
            position={index + 1}
            range={range}
            summary={summary}
            leads={counts.leads[index] ?? 0}
            conversions={converted && (converted[index] ?? 0)}
            isOnly={ranges.length === 1}
            onChange={(next) => onChange(ranges.with(index, next))}
            onRemove={() => remove(index)}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" icon={<Plus />} onClick={add}>
          Add Range
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

function RowsHeader({ hasRates }: { hasRates: boolean }) {
  return (
    <div aria-hidden className={`${rangeGrid(hasRates)} text-13 text-muted`}>
      <span>Min</span>
      <span>Max</span>
      <span className="hidden sm:block">Label</span>
      <span className={cx('hidden text-right sm:block', !hasRates && 'pr-8')}>Leads</span>
      {hasRates && <span className="hidden pr-8 text-right sm:block">Rate</span>}
    </div>
  );
}

interface RangeRowsInput extends Pick<RangeEditorProps, 'ranges' | 'summary' | 'onChange'> {
  /** True if the first field takes the focus on mount. */
  takesFocus: boolean;
}

/** The focus after the next render: the first field of a row, or its button. */
interface FocusTarget {
  row: number;
  control: 'input' | 'button:enabled';
}

/**
 * Gives each row of the ranges a key, since ranges have no ids; so half-typed text stays with its row. After an edit the
 * focus goes to the new or the next row.
 */
function useRangeRows({ ranges, summary, takesFocus, onChange }: RangeRowsInput) {
  const count = ranges.length;
  const [lastKeys, setKeys] = useState(() => newKeys(count));
  const keys =
    lastKeys.length === count ? lastKeys : lastKeys.slice(0, count).concat(newKeys(count - lastKeys.length));
  if (keys !== lastKeys) setKeys(keys);
  const list = useRef<HTMLDivElement>(null);
  const focusNext = useRef<FocusTarget | null>(takesFocus ? { row: 0, control: 'input' } : null);

  // A layout effect runs with the render, so that no key press is lost in between.
  useLayoutEffect(() => {
    if (focusNext.current === null) return;
    const { row, control } = focusNext.current;
    const fields = list.current?.querySelectorAll('fieldset')[row];
    const target = fields?.querySelector<HTMLElement>(control) ?? fields?.querySelector('input');
    target?.focus();
    focusNext.current = null;
  });

  const add = () => {
    focusNext.current = { row: count, control: 'input' };
    setKeys([...keys, ...newKeys(1)]);
    onChange(addRange(ranges, summary));
  };
  const remove = (index: number) => {
    focusNext.current = { row: Math.min(index, count - 2), control: 'button:enabled' };
    setKeys(keys.toSpliced(index, 1));
    onChange(ranges.toSpliced(index, 1));
  };
  /** Drops half-typed text. To be called before all ranges are replaced. */
  const renew = (next: readonly Range[]) => setKeys(newKeys(next.length));
  return { keys, list, add, remove, renew };
}

let lastKey = 0;

function newKeys(count: number): number[] {
  return Array.from({ length: Math.max(0, count) }, () => ++lastKey);
}

interface RangeNotesProps {
  ranges: readonly Range[];
  detail: ColumnDetail;
  summary: NumericSummary;
  outOfRange: number;
  /** Labels of the ranges that the preset leaves out because they would be empty. */
  leftOut: readonly string[];
}

/** Notes on leads in no range, on ranges that are left out, and on ranges with the same label. */
function RangeNotes({ ranges, detail, summary, outOfRange, leftOut }: RangeNotesProps) {
  const { blank, text } = useMemo(() => countOtherCells(detail, summary), [detail, summary]);
  const repeated = useMemo(() => repeatedLabels(ranges), [ranges]);
  return (
    <ul className="flex flex-col gap-1 text-13 text-muted">
      {leftOut.length > 0 && (
        <Note isCaution>
          {leftOut.map((label) => `“${label}”`).join(', ')} would be empty and{' '}
          {leftOut.length === 1 ? 'is' : 'are'} left out: too many leads share one number.
        </Note>
      )}
      {repeated.map((label) => (
        <Note key={label} isCaution>
          Several ranges are named “{label}” and count as one.
        </Note>
      ))}
      {outOfRange > 0 && (
        <Note isCaution>
          {countNoun(outOfRange, 'lead')} outside all ranges: counted as {OUT_OF_RANGE_LABEL}.
        </Note>
      )}
      {blank > 0 && (
        <Note>
          {countNoun(blank, 'lead')} without a number: counted as {BLANK_LABEL}.
        </Note>
      )}
      {text > 0 && (
        <Note>{countNoun(text, 'lead')} with text instead of a number: each text is its own segment.</Note>
      )}
      <Note>An empty Max is open-ended. An empty Min is the smallest number, {writeBound(summary.min)}.</Note>
    </ul>
  );
}

function Note({ isCaution, children }: { isCaution?: boolean; children: ReactNode }) {
  return <li className={cx(isCaution && 'text-caution')}>{children}</li>;
}

/** Leads of a numeric column without a number: those with a blank cell, and those with text. @internal */
export function countOtherCells(
  { values, leads }: ColumnDetail,
  summary: NumericSummary,
): { blank: number; text: number } {
  let total = 0;
  let blank = 0;
  values.forEach((value, code) => {
    total += leads[code] ?? 0;
    if (value.trim() === '') blank += leads[code] ?? 0;
  });
  const numeric = summary.leads.reduce((sum, count) => sum + count, 0);
  return { blank, text: total - blank - numeric };
}

/** The ref of a heading that replaces the pressed button, and takes the focus on mount. */
export function useFocusOnMount<T extends HTMLElement>(takesFocus: boolean): RefObject<T | null> {
  const element = useRef<T>(null);
  const isWanted = useRef(takesFocus);
  // A layout effect runs with the render, so that no key press is lost in between.
  useLayoutEffect(() => {
    if (isWanted.current) element.current?.focus();
    isWanted.current = false;
  }, []);
  return element;
}

type PresetResults = Record<RangePreset, ReturnType<typeof presetRanges>>;

/** The ranges of every preset for one column. */
export const computePresets = (summary: NumericSummary): PresetResults =>
  recordOf(keysOf(RANGE_PRESETS), (preset) => presetRanges(preset, summary));

/**
 * The preset with exactly these ranges; `last` if two presets give the same ranges. Null for edited ranges.
 *
 * @internal
 */
export function matchPreset(
  ranges: readonly Range[],
  presets: PresetResults,
  last: RangePreset | null,
): RangePreset | null {
  const alike = PRESETS.filter(({ preset }) => haveSameRanges(ranges, presets[preset].ranges));
  return (alike.find(({ preset }) => preset === last) ?? alike[0])?.preset ?? null;
}

/** The labels of more than one range. Ranges with the same label count as one value. @internal */
export function repeatedLabels(ranges: readonly Range[]): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const label of ranges.map(rangeLabel)) (seen.has(label) ? repeated : seen).add(label);
  return [...repeated];
}
