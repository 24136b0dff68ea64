import { useMemo, useState } from 'react';
import type { Analysis } from '#frontend/analysis/judge/analyse.ts';
import type { FieldValue } from '#frontend/analysis/measure/interactions.ts';
import { stampDate } from '#frontend/exports/table.ts';
import { formatCount, formatTick } from '#frontend/lib/format.ts';
import { partName, cutName, measureText } from '#frontend/lib/cut-name.ts';
import { Button } from '#frontend/ui/button.tsx';
import { ChartDrawing, ChartFrame, type ChartFrameProps } from '#frontend/ui/chart-frame.tsx';
import { layOutRatios, RatioDrawing, type RatioTable } from '#frontend/ui/chart-table.tsx';
import { ChartText } from '#frontend/ui/chart-marks.tsx';

/** A chart of lifts with its texts. */
export interface LiftChartContent extends Pick<ChartFrameProps, 'summary' | 'caption' | 'note'> {
  table: RatioTable;
  /** The number of all rows, including those that are not drawn. */
  total: number;
}

/** A kind of chart. Its `Source` is an analysis or a comparison. */
export interface LiftChartKind<Source = Analysis> {
  title: string;
  /** The first part of the names of downloads. */
  fileName: string;
  /** The word before 'all' and 'fewer' on the button. It differs from the words of other buttons on the tab. */
  verb: 'Show' | 'Chart';
  /** The number of rows that are drawn at first. */
  countUsual(source: Source): number;
  /** At most this many rows are drawn. */
  mostRows: number;
  make(source: Source, rows: number): LiftChartContent;
}

interface LiftChartProps<Source = Analysis> {
  kind: LiftChartKind<Source>;
  source: Source;
}

export function LiftChart<Source>({ kind, source }: LiftChartProps<Source>) {
  const { title, fileName, mostRows } = kind;
  const usualRows = kind.countUsual(source);
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? mostRows : usualRows;
  const { table, total, ...words } = useMemo(() => kind.make(source, rows), [kind, source, rows]);
  const layout = useMemo(() => layOutRatios(table), [table]);
  return (
    <ChartFrame
      {...words}
      title={title}
      height={layout.height}
      draw={(width) => <RatioDrawing table={table} layout={layout} width={width} />}
      rows={layout.groups.flatMap((group) => group.rows)}
      rowHeight={table.rowHeight}
      nameFile={() => `${fileName}_${stampDate(new Date())}`}
      actions={
        total > usualRows && (
          <Button size="small" onClick={() => setWhole(!isWhole)}>
            {isWhole
              ? `${kind.verb} fewer`
              : `${kind.verb} all ${total > mostRows ? `(up to ${formatCount(mostRows)})` : formatCount(total)}`}
          </Button>
        )
      }
    />
  );
}

/** Charts for paper have this width in pixels. Shrunk to the paper, their texts are as large as those of tables. */
export const PRINTED_WIDTH = 880;

/** The chart on paper, with its usual rows. */
export function PrintedLiftChart<Source>({ kind, source }: LiftChartProps<Source>) {
  const { table, summary, caption } = kind.make(source, kind.countUsual(source));
  const layout = layOutRatios(table);
  return (
    <>
      <ChartDrawing
        summary={summary}
        width={PRINTED_WIDTH}
        height={layout.height}
        draw={(width) => <RatioDrawing table={table} layout={layout} width={width} />}
      />
      <div className="text-muted">{caption}</div>
    </>
  );
}

/** Below this width the name has only the value. */
const LEAST_WITH_FIELD = 160;
const VALUE_SHARE = 0.75;

interface FitOptions {
  /** The free width in pixels. */
  maxWidth: number;
  isStrong: boolean;
  fields: Analysis['fields'];
}

/** 'Source: Referral' in a drawing. The field is cut first, since the value is more important. */
export function fitName({ field, value }: FieldValue, { maxWidth, isStrong, fields }: FitOptions): string {
  const font = { size: 13, weight: isStrong ? 500 : 400 };
  const fitValue = (width: number) =>
    cutName(partName(value, fields.find(({ name }) => name === field)?.values), width, font);
  if (maxWidth < LEAST_WITH_FIELD) return fitValue(maxWidth);
  const measure = (text: string) => measureText(text, font.size, font.weight);
  const colon = measure(': ');
  const fieldWidth = Math.min(measure(field), (1 - VALUE_SHARE) * maxWidth);
  const end = fitValue(maxWidth - fieldWidth - colon);
  const names = fields.map(({ name }) => name);
  return `${cutName(partName(field, names), maxWidth - colon - measure(end), font)}: ${end}`;
}

interface LiftTicksProps {
  left: number;
  right: number;
  ticks: readonly number[];
  yOf(lift: number): number;
}

/** Lines across the row of a rule at these lifts, each with its lift at the left; the line at 1x is stronger. */
export function LiftTicks({ left, right, ticks, yOf }: LiftTicksProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line
        x1={left}
        x2={right}
        y1={yOf(tick)}
        y2={yOf(tick)}
        strokeWidth={1}
        className={tick === 1 ? 'stroke-control' : 'stroke-hairline'}
      />
      <ChartText
        x={left - 6}
        y={yOf(tick)}
        size={12}
        textAnchor="end"
        text={formatTick(tick)}
        className="fill-faint"
      />
    </g>
  ));
}
