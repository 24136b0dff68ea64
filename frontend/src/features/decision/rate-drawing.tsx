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
  average: { figure: number; text: string };
  /** The columns right of the axis. 0 hides a column. */
  columns: readonly { title: string; wide: number; narrow: number }[];
}

export const ROW_HEIGHT = 32;
const AXIS_HEIGHT = 24;
const FOOT = 2;
const TITLE_RISE = 10;
/** Both ends of the axis have this many free pixels, for half a dot or half a label. */
const MARGIN = 18;
const WIDE = 640;

export const heightOfRates = ({ rows }: RateTable) => AXIS_HEIGHT + rows.length * ROW_HEIGHT + FOOT;
export const topOf = (row: number) => AXIS_HEIGHT + row * ROW_HEIGHT;

const isWide = (width: number) => width >= WIDE;

const NAME_SHARE = 0.3;
const WIDEST_NAME = 240;

/** An interval reaches at most so far beyond the largest dot, so that one wide interval does not flatten the rest. */
const MOST_BEYOND = 1.5;

/** The figure at the end of the axis, which begins at 0. @internal */
export function findAxisEnd(rows: RateTable['rows'], average: number): number {
  const dots = [average, ...rows.flatMap(({ counted, others }) => [counted, others ?? 0])];
  const furthest = Math.max(...dots);
  const ends = rows.map(({ interval }) => Math.min(interval?.high ?? 0, MOST_BEYOND * furthest));
  return Math.max(furthest, ...ends) || 1;
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
  const axisEnd = findAxisEnd(rows, table.average.figure);
  const xOf = (figure: number) => left + (Math.min(figure, axisEnd) / axisEnd) * plotWidth;
  const endOf = (column: number) => width - widths.slice(column + 1).reduce((sum, own) => sum + own, 0);
  const shown = columns.flatMap(({ title }, column) => (widths[column] ? [{ title, column }] : []));
  return (
    <>
      <Axis table={table} isShort={!isWide(width)} xOf={xOf} />
      {shown.map(({ title, column }) => (
        <ChartText
          key={title}
          x={endOf(column)}
          y={AXIS_HEIGHT - TITLE_RISE}
          size={12}
          textAnchor="end"
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
                key={title}
                x={endOf(column)}
                y={middle}
                textAnchor="end"
                isStrong={!row.isFaded}
                className={row.isFaded ? 'fill-muted' : 'fill-text'}
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

interface AxisProps {
  table: RateTable;
  /** Small screens have the figure in the sentence above. */
  isShort: boolean;
  xOf(figure: number): number;
}

/** Lines through the rows at 0 and at the average, which is named above them. */
function Axis({ table, isShort, xOf }: AxisProps) {
  const { figure, text } = table.average;
  const bottom = heightOfRates(table);
  return (
    <>
      {[0, figure].map((at) => (
        <line
          key={at}
          x1={xOf(at)}
          x2={xOf(at)}
          y1={AXIS_HEIGHT}
          y2={bottom}
          strokeWidth={1}
          className={at === figure ? 'stroke-control' : 'stroke-hairline'}
        />
      ))}
      <ChartText
        x={xOf(figure)}
        y={AXIS_HEIGHT - TITLE_RISE}
        size={12}
        textAnchor="middle"
        className="fill-text"
        text={isShort ? 'average' : text}
      />
    </>
  );
}
