import type { Interval } from '#frontend/analysis/stats/intervals.ts';
import type { ChartRow } from '#frontend/ui/chart-frame.tsx';
import { measureText } from '#frontend/lib/cut-name.ts';
import { At, ChartText, type MarkLook } from '#frontend/ui/chart-marks.tsx';

/** A row of the drawing: a name, a dot with its line on the axis, cells with figures. */
export interface RateRow extends Omit<ChartRow, 'top'> {
  /** The name, cut to `maxWidth` pixels. */
  fitName(maxWidth: number): string;
  isFaded: boolean;
  look: MarkLook;
  counted: number;
  interval: Interval | null;
  others: number | null;
  /** One text per column. */
  cells: readonly string[];
}

/** Rates, or amounts per lead, on an axis that begins at 0. */
export interface RateTable {
  rows: readonly RateRow[];
  average: number;
  /** A figure of the axis in words; `isAverage` for that of the line. */
  format(figure: number, isAverage: boolean): string;
  /** The columns right of the axis. Their texts end at the right, those of the last begin at the left. 0 hides a column. */
  columns: readonly { title: string; wide: number; narrow: number; isStart?: boolean }[];
}

export const ROW_HEIGHT = 24;
const AXIS_HEIGHT = 24;
const FOOT = 2;
const TITLE_RISE = 10;
/** Both ends of the axis have this many free pixels, for half a dot or half a label. */
const MARGIN = 18;
const WIDE = 640;

export const heightOfRates = ({ rows }: RateTable) => AXIS_HEIGHT + rows.length * ROW_HEIGHT + FOOT;
export const topOf = (row: number) => AXIS_HEIGHT + row * ROW_HEIGHT;

/** Whether a drawing of this width has its column of remarks. */
export const isWide = (width: number) => width >= WIDE;

const NAME_SHARE = 0.3;
const WIDEST_NAME = 240;

/** An interval reaches at most so far beyond the largest dot, so that one wide interval does not flatten the rest. */
const MOST_BEYOND = 1.5;
const MOST_TICKS = 5;

/** The end of the axis and its ticks, in steps of 1, 2 or 5 times a power of 10. @internal */
export function chooseAxis({ rows, average }: Pick<RateTable, 'rows' | 'average'>): {
  end: number;
  ticks: number[];
} {
  const dots = [average, ...rows.flatMap(({ counted, others }) => [counted, others ?? 0])];
  const furthest = Math.max(...dots);
  const ends = rows.map(({ interval }) => Math.min(interval?.high ?? 0, MOST_BEYOND * furthest));
  const end = Math.max(furthest, ...ends) || 1;
  const unit = 10 ** Math.floor(Math.log10(end / MOST_TICKS));
  const step = [1, 2, 5, 10].map((times) => times * unit).find((size) => end / size <= MOST_TICKS) ?? end;
  const ticks = Array.from({ length: Math.floor(end / step) + 1 }, (_, at) => at * step);
  return { end, ticks };
}

/** Draws names, dots with their intervals around the average, and figures, inside an `svg`. */
export function RateDrawing({ table, width }: { table: RateTable; width: number }) {
  const { rows, columns } = table;
  const widths = columns.map(({ wide, narrow }) => (isWide(width) ? wide : narrow));
  const names = rows.map(({ fitName }) => {
    const whole = fitName(Infinity);
    return { whole, width: measureText(whole, 13, 500) };
  });
  const widest = Math.max(...names.map((name) => name.width), 0);
  const nameWidth = Math.min(NAME_SHARE * width, ...(isWide(width) ? [WIDEST_NAME, widest] : []));
  const fitsWhole = isWide(width) && widest <= nameWidth;
  const left = nameWidth + MARGIN;
  const plotWidth = width - widths.reduce((sum, own) => sum + own, 0) - MARGIN - left;
  const axis = chooseAxis(table);
  const xOf = (figure: number) => left + (Math.min(figure, axis.end) / axis.end) * plotWidth;
  const cellAt = (column: number) => {
    const end = width - widths.slice(column + 1).reduce((sum, own) => sum + own, 0);
    return columns[column]?.isStart
      ? ({ x: end - (widths[column] ?? 0) + 8, textAnchor: 'start' } as const)
      : ({ x: end, textAnchor: 'end' } as const);
  };
  const shown = columns.flatMap(({ title }, column) => (widths[column] ? [{ title, column }] : []));
  return (
    <>
      <Axis table={table} ticks={axis.ticks} xOf={xOf} />
      {shown.map(({ title, column }) => (
        <ChartText
          {...cellAt(column)}
          key={title}
          y={AXIS_HEIGHT - TITLE_RISE}
          size={12}
          className="fill-muted"
          text={title}
        />
      ))}
      {rows.map((row, at) => {
        const middle = topOf(at) + ROW_HEIGHT / 2;
        const name = fitsWhole ? names[at]!.whole : row.fitName(nameWidth); // a name per row
        return (
          <g key={row.key}>
            <ChartText
              x={0}
              y={middle}
              title={row.name.includes(name) ? name : row.name}
              isStrong={!row.isFaded}
              text={name}
              className={row.isFaded ? 'fill-muted' : 'fill-text'}
            />
            <g opacity={row.isFaded ? 0.5 : undefined}>
              <Marks row={row} xOf={xOf} y={middle} />
            </g>
            {shown.map(({ title, column }) => (
              <ChartText
                {...cellAt(column)}
                key={title}
                y={middle}
                size={columns[column]?.isStart ? 12 : 13}
                isStrong={!row.isFaded && !columns[column]?.isStart}
                className={row.isFaded || columns[column]?.isStart ? 'fill-muted' : 'fill-text'}
                text={row.cells[column] ?? ''}
              />
            ))}
          </g>
        );
      })}
    </>
  );
}

const RADIUS = 4.5;

/** The interval as a line, the counted figure as a dot, that of all other leads as a ring. */
function Marks({
  row: { interval, counted, others, look },
  xOf,
  y,
}: {
  row: RateRow;
  xOf(figure: number): number;
  y: number;
}) {
  return (
    <>
      {interval && (
        <line
          x1={xOf(interval.low)}
          x2={xOf(interval.high)}
          y1={y}
          y2={y}
          strokeWidth={2}
          strokeLinecap="round"
          className={look.stroke}
        />
      )}
      {others !== null && (
        <At x={xOf(others)} y={y}>
          <circle r={RADIUS - 1} strokeWidth={1.5} className="fill-canvas stroke-muted" />
        </At>
      )}
      <At x={xOf(counted)} y={y}>
        <circle r={RADIUS} className={look.fill} />
      </At>
    </>
  );
}

/** Labels of the axis keep this distance from each other, in pixels. */
const LABEL_GAP = 8;

interface AxisLabel {
  /** Its middle. */
  x: number;
  width: number;
}

/** The labels, from left to right, that overlap neither that of the average nor one before. @internal */
export function freeLabels<Label extends AxisLabel>(labels: readonly Label[], average: AxisLabel): Label[] {
  const free: Label[] = [];
  const isApart = (a: AxisLabel, b: AxisLabel) => Math.abs(a.x - b.x) >= (a.width + b.width) / 2 + LABEL_GAP;
  for (const label of labels) {
    const before = free.at(-1);
    if (isApart(label, average) && (!before || isApart(label, before))) free.push(label);
  }
  return free;
}

interface AxisProps {
  table: RateTable;
  ticks: readonly number[];
  xOf(figure: number): number;
}

/** Ticks above the rows, lines through them, that of the average stronger. */
function Axis({ table, ticks, xOf }: AxisProps) {
  const { average, format } = table;
  const bottom = heightOfRates(table);
  const labelOf = (figure: number, isAverage: boolean) => {
    const text = format(figure, isAverage);
    return { x: xOf(figure), text, width: measureText(text, 12, 400), isAverage };
  };
  const ofAverage = labelOf(average, true);
  const ofTicks = ticks.map((tick) => labelOf(tick, false));
  return (
    <>
      {[...ofTicks, ofAverage].map(({ x, isAverage }) => (
        <line
          key={isAverage ? 'average' : x}
          x1={x}
          x2={x}
          y1={AXIS_HEIGHT}
          y2={bottom}
          strokeWidth={1}
          className={isAverage ? 'stroke-control' : 'stroke-hairline'}
        />
      ))}
      {[...freeLabels(ofTicks, ofAverage), ofAverage].map(({ x, text, isAverage }) => (
        <ChartText
          key={isAverage ? 'average' : x}
          x={x}
          y={AXIS_HEIGHT - TITLE_RISE}
          size={12}
          textAnchor="middle"
          className={isAverage ? 'fill-text' : 'fill-faint'}
          text={text}
        />
      ))}
    </>
  );
}
