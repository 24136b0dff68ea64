import type { ReactNode } from 'react';
import { formatTick } from '#frontend/lib/format.ts';
import { chooseLogAxis, positionOnAxis, type LogAxis } from '#frontend/lib/log-axis.ts';
import { At, RatioMarks, type MarkLook, type RatioDot, ChartText } from './chart-marks.tsx';
import type { ChartRow } from './chart-frame.tsx';

/** A row of the chart: a name, marks on the axis, cells with figures. */
export interface RatioRow extends Pick<ChartRow, 'key' | 'name' | 'figures'> {
  /** The name in one or two lines that fit into `maxWidth` pixels. */
  lines(maxWidth: number): readonly string[];
  isFaded: boolean;
  look: MarkLook;
  line: readonly [from: number, to: number];
  dots: readonly RatioDot[];
  /** A sign before the name, centred on the origin, at most 10 pixels wide. */
  sign?: ReactNode;
  /** One cell per column. The sign is drawn left of the text. */
  cells: readonly { text: string; sign?: string; isStrong?: boolean; className?: string }[];
}

interface RatioGroup<Row> {
  key: string;
  heading?: string;
  rows: readonly Row[];
}

/** A chart of ratios in the form of a table. */
export interface RatioTable {
  groups: readonly RatioGroup<RatioRow>[];
  rowHeight: number;
  /** The width of the names as a share of the drawing, on wide drawings at most `most` pixels. */
  names: { share: number; most: number; narrowShare: number };
  /** The columns of cells with their widths in pixels; 0 hides the column. A line break divides a title into two lines. */
  columns: readonly { title: string; narrowTitle?: string; wide: number; narrow: number }[];
  /** Draws a grey band at 1 ± this. */
  bandPercent?: number;
}

const AXIS_HEIGHT = 32;
const HEADING_HEIGHT = 32;
const FOOT = 4;

type Placed<Part> = Part & { top: number };

interface RatioLayout {
  axis: LogAxis;
  height: number;
  groups: readonly Placed<RatioGroup<Placed<RatioRow>>>[];
}

/** The vertical layout of groups and rows, which does not depend on the width. */
export function layOutRatios({ groups, rowHeight }: RatioTable): RatioLayout {
  let height = AXIS_HEIGHT;
  const take = (pixels: number) => {
    height += pixels;
    return height - pixels;
  };
  const placed = groups.map((group) => ({
    ...group,
    top: take(group.heading === undefined ? 0 : HEADING_HEIGHT),
    rows: group.rows.map((row) => ({ ...row, top: take(rowHeight) })),
  }));
  const rows = groups.flatMap((group) => group.rows);
  const ratios = rows.flatMap(({ line, dots }) => [...line, ...dots.map(({ ratio }) => ratio)]);
  return { axis: chooseLogAxis(ratios), height: height + FOOT, groups: placed };
}

const WIDE = 640;
/** Both ends of the plot have this many free pixels, for half a tick label or half a dot. */
const PLOT_MARGIN = 18;

/**
 * The horizontal layout in pixels: the width of the names, the position of the plot, the right end of each visible
 * cell.
 *
 * @internal
 */
export function placeColumns({ names, columns }: RatioTable, width: number) {
  const isWide = width >= WIDE;
  const widths = columns.map(({ wide, narrow }) => (isWide ? wide : narrow));
  const sumFrom = (start: number) => widths.slice(start).reduce((sum, own) => sum + own, 0);
  const nameWidth = isWide
    ? Math.min(names.most, Math.round(width * names.share))
    : Math.round(width * names.narrowShare);
  return {
    nameWidth,
    plot: { left: nameWidth + PLOT_MARGIN, width: width - nameWidth - sumFrom(0) - 2 * PLOT_MARGIN },
    cells: columns.flatMap(({ title, narrowTitle = title }, index) =>
      widths[index] ? [{ index, end: width - sumFrom(index + 1), title: isWide ? title : narrowTitle }] : [],
    ),
  };
}

/** The plot begins this many pixels below the middle of titles and tick labels. */
const TITLE_RISE = 12;
const TITLE_LINE = 14;
/** A name with a sign begins this many pixels further right. */
const ROOM_OF_SIGN = 16;
/** The middle of a heading lies this many pixels below the line above it. */
const HEADING_MIDDLE = 18;
const LINE_HEIGHT = 18;
/** The sign of a cell ends this many pixels left of the end of the cell. */
const SIGN_ROOM = 46;
const SMALL = { size: 12, className: 'fill-muted' } as const;

interface RatioDrawingProps {
  table: RatioTable;
  layout: RatioLayout;
  width: number;
}

/** Draws names, marks on a logarithmic axis, and figures, inside an `svg`. */
export function RatioDrawing({ table, layout: { axis, height, groups }, width }: RatioDrawingProps) {
  const { nameWidth, cells, ...layout } = placeColumns(table, width);
  const plot = { ...layout.plot, top: AXIS_HEIGHT, bottom: height };
  const xOf = (ratio: number) => plot.left + positionOnAxis(axis, ratio).share * plot.width;
  const drawRow = ({ key, top, isFaded, look, line, dots, sign, ...row }: Placed<RatioRow>) => {
    const middle = top + table.rowHeight / 2;
    const left = sign ? ROOM_OF_SIGN : 0;
    const lines = row.lines(nameWidth - left);
    return (
      <g key={key}>
        {sign && (
          <At x={ROOM_OF_SIGN / 2 - 3} y={middle}>
            {sign}
          </At>
        )}
        {lines.map((text, position) => (
          <ChartText
            // oxlint-disable-next-line react/no-array-index-key -- lines have no other identity than their position
            key={position}
            x={left}
            y={middle + (position - (lines.length - 1) / 2) * LINE_HEIGHT}
            title={row.name.includes(text) ? text : row.name}
            isStrong={!isFaded}
            text={text}
            className={isFaded ? 'fill-muted' : 'fill-text'}
          />
        ))}
        <g opacity={isFaded ? 0.6 : undefined}>
          <RatioMarks look={look} line={line} dots={dots} axis={axis} xOf={xOf} y={middle} />
        </g>
        {cells.map(({ title, index, end }) => {
          const { sign, className = 'fill-muted', ...cell } = row.cells[index] ?? { text: '' };
          const at = { y: middle, textAnchor: 'end', className } as const;
          return (
            <g key={title}>
              {sign && <ChartText {...at} x={end - SIGN_ROOM} size={12} text={sign} />}
              <ChartText {...at} {...cell} x={end} />
            </g>
          );
        })}
      </g>
    );
  };
  return (
    <>
      <RatioAxis axis={axis} plot={plot} xOf={xOf} bandPercent={table.bandPercent} />
      {cells.flatMap(({ title, end }) =>
        title
          .split('\n')
          .map((text, line, lines) => (
            <ChartText
              {...SMALL}
              key={text}
              x={end}
              y={plot.top - TITLE_RISE - (lines.length - 1 - line) * TITLE_LINE}
              textAnchor="end"
              text={text}
            />
          )),
      )}
      {groups.map(({ key, heading, top, rows }) => {
        const y = top + 0.5;
        const maxWidth = plot.left + plot.width / 2 - 24;
        const look = heading === undefined ? 'stroke-hairline' : 'stroke-strong';
        return (
          <g key={key}>
            <line x1={0} x2={width} y1={y} y2={y} strokeWidth={1} className={look} />
            {heading !== undefined && (
              <ChartText {...SMALL} x={0} y={top + HEADING_MIDDLE} maxWidth={maxWidth} text={heading} />
            )}
            {rows.map(drawRow)}
          </g>
        );
      })}
    </>
  );
}

interface RatioAxisProps {
  axis: LogAxis;
  plot: { width: number; top: number; bottom: number };
  xOf(ratio: number): number;
  bandPercent?: number;
}

/** Ticks above the plot, lines through it, the line at 1 stronger. */
function RatioAxis({ axis, plot: { top, bottom, width }, xOf, bandPercent = 0 }: RatioAxisProps) {
  const labelled = labelledTicks(axis, width);
  const [from, to] = [xOf(1 - bandPercent / 100), xOf(1 + bandPercent / 100)];
  return (
    <g>
      {to > from && (
        <rect
          x={from}
          y={top}
          width={to - from}
          height={bottom - top}
          className="fill-sunken forced-colors:stroke-hairline"
        />
      )}
      {axis.ticks.map((tick) => {
        const x = xOf(tick);
        const [stroke, fill] =
          tick === 1 ? ['stroke-control', 'fill-text'] : ['stroke-hairline', 'fill-faint'];
        const label = { y: top - TITLE_RISE, size: 12, textAnchor: 'middle', className: fill } as const;
        return (
          <g key={tick}>
            <line x1={x} x2={x} y1={top} y2={bottom} strokeWidth={1} className={stroke} />
            {labelled.has(tick) && <ChartText {...label} x={x} text={formatTick(tick)} />}
          </g>
        );
      })}
    </g>
  );
}

/** The middles of two tick labels are at least this many pixels apart. */
const LABEL_ROOM = 34;

/** The ticks with enough room for a label. The tick at 1 gets a label first, then the two ends, then the others. */
function labelledTicks(axis: LogAxis, width: number): Set<number> {
  const xOf = (tick: number) => positionOnAxis(axis, tick).share * width;
  const [first = 1, ...others] = axis.ticks;
  const labelled = new Set<number>();
  for (const tick of [1, first, others.at(-1) ?? 1, ...others]) {
    const isFree = [...labelled].every((other) => Math.abs(xOf(other) - xOf(tick)) >= LABEL_ROOM);
    if (isFree) labelled.add(tick);
  }
  return labelled;
}
