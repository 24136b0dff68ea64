import { useMemo, useRef } from 'react';
import type { Range } from '#frontend/analysis/binning.ts';
import { rangeOf } from '#frontend/analysis/binning.ts';
import type { NumericSummary } from '#frontend/analysis/columns.ts';
import { cutStep, listCuts, moveCut } from '#frontend/analysis/cuts.ts';
import { drawHistogram, type Bar, type Histogram } from '#frontend/analysis/histogram.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { formatCount, formatNumber } from '#frontend/lib/format.ts';
import { CutHandle } from './cut-handle.tsx';

interface HistogramStripProps {
  header: string;
  summary: NumericSummary;
  ranges: readonly Range[];
  onChange(ranges: readonly Range[]): void;
}

/** How the leads of the column lie, with the ends of the ranges over them: these can be dragged, or moved by keys. */
export function HistogramStrip({ header, summary, ranges, onChange }: HistogramStripProps) {
  const strip = useRef<HTMLDivElement>(null);
  const histogram = useMemo(() => drawHistogram(summary), [summary]);
  const cuts = useMemo(() => listCuts(ranges, summary), [ranges, summary]);
  const { start, end, above } = histogram;
  const step = cutStep(summary, end - start);
  return (
    // At the sides there is room for the grips, at the end also for those of cuts beyond the axis.
    <div className="px-3 pt-1">
      <div ref={strip} className="relative h-20">
        <Bars header={header} histogram={histogram} ranges={ranges} />
        {cuts.map((cut) => (
          <CutHandle
            key={cut.range}
            cut={cut}
            // The range that ends here; its label can be empty or repeated, its number cannot.
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
            className={cx('w-full', groundOf(rangeOf(bar.to, ranges)))}
            style={{ height: bar.leads === 0 ? 0 : `max(2px, ${(100 * bar.leads) / most}%)` }}
          />
        </div>
      ))}
    </div>
  );
}

/** Ranges take turns; what is in none of them is fainter. */
function groundOf(range: number): string {
  if (range === -1) return 'bg-hairline';
  return range % 2 === 0 ? 'bg-control' : 'bg-strong';
}

function barText({ from, to, leads }: Bar): string {
  return `Above ${formatNumber(from)}, up to ${formatNumber(to)}: ${formatCount(leads)} ${leads === 1 ? 'lead' : 'leads'}`;
}

/** The drawing in words. */
function describe(header: string, { bars, above, end }: Histogram): string {
  const highest = bars.reduce((best, bar) => (bar.leads > best.leads ? bar : best));
  const beyond = above > 0 ? ` ${formatCount(above)} above ${formatNumber(end)} are not drawn.` : '';
  const text = barText(highest);
  return `Leads by ${header}, ${bars.length} ${bars.length === 1 ? 'bar' : 'bars'}. The highest: ${text.charAt(0).toLowerCase()}${text.slice(1)}.${beyond}`;
}
