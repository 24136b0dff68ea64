import { useMemo, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { type Range, indexOfRange } from '#frontend/analysis/counts/binning.ts';
import type { NumericSummary } from '#frontend/analysis/columns/columns.ts';
import {
  cutStep,
  listCuts,
  moveCut,
  snap,
  type Cut,
  drawHistogram,
  type Bar,
  type Histogram,
} from '#frontend/analysis/counts/histogram.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { countNoun, formatCount, formatNumber } from '#frontend/lib/format.ts';

interface HistogramStripProps {
  header: string;
  summary: NumericSummary;
  ranges: readonly Range[];
  onChange(ranges: readonly Range[]): void;
}

/** A histogram of the column with the cuts between the ranges. Pointer and keys move the cuts. */
export function HistogramStrip({ header, summary, ranges, onChange }: HistogramStripProps) {
  const strip = useRef<HTMLDivElement>(null);
  const histogram = useMemo(() => drawHistogram(summary), [summary]);
  const cuts = useMemo(() => listCuts(ranges, summary), [ranges, summary]);
  const { start, end, above } = histogram;
  const step = cutStep(summary, end - start);
  return (
    // The padding leaves room for the handles at both ends. A cut beyond the axis has its handle at the nearer end.
    <div className="px-3 pt-1">
      <div ref={strip} className="relative h-20">
        <Bars header={header} histogram={histogram} ranges={ranges} />
        {cuts.map((cut) => (
          <CutHandle
            key={cut.range}
            cut={cut}
            // Ranges are told apart by number, since labels may be empty or repeated.
            position={cut.range + 1}
            rangeLabel={ranges[cut.range]?.label.trim() ?? ''}
            axis={histogram}
            step={step}
            strip={strip}
            onMove={(value) => onChange(moveCut(ranges, cut, value))}
          />
        ))}
      </div>
      <div aria-hidden className="flex justify-between pt-3.5 text-12 text-faint tabular-nums">
        <span>{formatNumber(summary.min)}</span>
        <span>
          {formatNumber(above > 0 ? end : summary.max)}
          {above > 0 && ` · ${formatCount(above)} above ▸`}
        </span>
      </div>
    </div>
  );
}

interface BarsProps {
  header: string;
  histogram: Histogram;
  ranges: readonly Range[];
}

function Bars({ header, histogram, ranges }: BarsProps) {
  const { bars } = histogram;
  const most = Math.max(...bars.map(({ leads }) => leads));
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing made of boxes
      role="img"
      aria-label={describe(header, histogram)}
      className="flex h-full items-end gap-px border-b border-strong"
    >
      {bars.map((bar) => (
        <div key={bar.from} title={barText(bar)} className="flex h-full flex-1 items-end hover:bg-hover">
          <div
            className={cx('w-full', backgroundOf(indexOfRange(bar.to, ranges)))}
            style={{ height: bar.leads === 0 ? 0 : `max(2px, ${(100 * bar.leads) / most}%)` }}
          />
        </div>
      ))}
    </div>
  );
}

/** The colour of a bar. Neighbouring ranges have different colours; a bar in no range is fainter. */
function backgroundOf(range: number): string {
  if (range === -1) return 'bg-hairline';
  return range % 2 === 0 ? 'bg-control' : 'bg-strong';
}

function barText({ from, to, leads }: Bar): string {
  return `Above ${formatNumber(from)}, up to ${formatNumber(to)}: ${countNoun(leads, 'lead')}`;
}

/** The histogram in words, for screen readers. */
function describe(header: string, { bars, above, end }: Histogram): string {
  const highest = bars.reduce((best, bar) => (bar.leads > best.leads ? bar : best));
  const beyond = above > 0 ? ` ${formatCount(above)} above ${formatNumber(end)} are not drawn.` : '';
  const text = barText(highest);
  return `Leads by ${header}, ${countNoun(bars.length, 'bar')}. The highest: ${text.charAt(0).toLowerCase()}${text.slice(1)}.${beyond}`;
}

interface CutHandleProps {
  cut: Cut;
  /** The number of the range that ends at the cut. */
  position: number;
  rangeLabel: string;
  axis: { start: number; end: number };
  step: number;
  strip: RefObject<HTMLElement | null>;
  onMove(value: number): void;
}

const PAGE_STEPS = 10;

/** One cut: a line over the histogram with a handle under it. */
function CutHandle({ cut, position, rangeLabel, axis, step, strip, onMove }: CutHandleProps) {
  const { value, lowest, highest } = cut;
  const share = Math.min(1, Math.max(0, (value - axis.start) / (axis.end - axis.start)));
  const move = (to: number) => {
    const next = Math.min(Math.max(to, lowest), highest);
    if (next !== value) onMove(next);
  };
  const press = (event: KeyboardEvent) => {
    const to = targetOf(event.key, cut, step);
    if (to === null) return;
    event.preventDefault();
    move(to);
  };
  const drag = (event: PointerEvent) => {
    const box = strip.current?.getBoundingClientRect();
    if (!box || box.width === 0 || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const at = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    move(snap(axis.start + at * (axis.end - axis.start), step));
  };
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- inputs of several cuts on one axis would cover each other
      role="slider"
      tabIndex={0}
      aria-label={`End of range ${position}`}
      aria-valuemin={lowest}
      aria-valuemax={highest}
      aria-valuenow={value}
      aria-valuetext={`${rangeLabel ? `${rangeLabel}: ` : ''}up to ${formatNumber(value)}`}
      title={`Up to ${formatNumber(value)}`}
      onKeyDown={press}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      className="group absolute -top-1 -bottom-3 flex w-6 -translate-x-1/2 cursor-ew-resize touch-none flex-col items-center outline-none coarse:w-11"
      style={{ left: `${100 * share}%` }}
    >
      <div className="w-0.5 flex-1 bg-accent" />
      <div className="size-3 rounded-full border-2 border-accent bg-canvas outline-offset-2 transition-colors group-hover:bg-accent group-focus-visible:bg-accent group-focus-visible:outline-2 group-focus-visible:outline-accent" />
    </div>
  );
}

function targetOf(key: string, { value, lowest, highest }: Cut, step: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowUp') return snap(value + step, step);
  if (key === 'ArrowLeft' || key === 'ArrowDown') return snap(value - step, step);
  if (key === 'PageUp') return snap(value + PAGE_STEPS * step, step);
  if (key === 'PageDown') return snap(value - PAGE_STEPS * step, step);
  if (key === 'Home') return lowest;
  return key === 'End' ? highest : null;
}
