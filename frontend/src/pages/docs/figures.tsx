import { type ReactNode, useId } from 'react';
import { Table, TableScroll, Th } from '#frontend/ui/table.tsx';

/** A drawing of this width fits a phone without smaller texts. */
export const DIAGRAM_WIDTH = 340;

interface DiagramProps {
  height: number;
  /** The content of the picture in words, for screen readers. */
  title: string;
  caption: string;
  children: ReactNode;
}

/** A drawing in the colours of the theme. */
export function Diagram({ height, title, caption, children }: DiagramProps) {
  const id = useId();
  return (
    <figure className="my-6">
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img cannot follow the theme
        role="img"
        aria-labelledby={id}
        viewBox={`0 0 ${DIAGRAM_WIDTH} ${height}`}
        className="mx-auto block w-full max-w-90 font-sans tabular-nums"
      >
        <title id={id}>{title}</title>
        {children}
      </svg>
      <figcaption className="mt-3 text-center text-13 text-muted">{caption}</figcaption>
    </figure>
  );
}

interface BoxProps {
  x: number;
  y: number;
  width: number;
  title: string;
  detail?: string;
}

export const BOX_HEIGHT = 44;

export function Box({ x, y, width, title, detail }: BoxProps) {
  const middle = x + width / 2;
  return (
    <>
      <rect
        x={x}
        y={y}
        width={width}
        height={BOX_HEIGHT}
        rx={6}
        className="fill-(--surface) stroke-(--strong)"
      />
      <text
        x={middle}
        y={y + (detail ? 19 : 27)}
        textAnchor="middle"
        className="fill-(--text) text-13 font-semibold"
      >
        {title}
      </text>
      {detail && (
        <text x={middle} y={y + 35} textAnchor="middle" className="fill-(--muted) text-12">
          {detail}
        </text>
      )}
    </>
  );
}

interface ZoneProps {
  y: number;
  height: number;
  label: string;
}

/** A background behind the parts that run on one machine. */
export function Zone({ y, height, label }: ZoneProps) {
  return (
    <>
      <rect x={1} y={y} width={DIAGRAM_WIDTH - 2} height={height} rx={10} className="fill-(--sunken)" />
      <text x={12} y={y + 22} className="fill-(--muted) text-12 font-medium">
        {label}
      </text>
    </>
  );
}

type Point = readonly [x: number, y: number];

interface ArrowProps {
  from: Point;
  to: Point;
  isDashed?: boolean;
}

const HEAD = 5;

/** A straight line with a head. */
export function Arrow({ from, to, isDashed = false }: ArrowProps) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const along = [(to[0] - from[0]) / length, (to[1] - from[1]) / length] as const;
  const wing = (side: 1 | -1) =>
    `${to[0] - HEAD * along[0] - side * 4 * along[1]} ${to[1] - HEAD * along[1] + side * 4 * along[0]}`;
  return (
    <g fill="none" className="stroke-(--muted)">
      <path d={`M${from[0]} ${from[1]}L${to[0]} ${to[1]}`} strokeDasharray={isDashed ? '4 3' : undefined} />
      <path d={`M${wing(1)}L${to[0]} ${to[1]}L${wing(-1)}`} />
    </g>
  );
}

interface NoteProps {
  x: number;
  y: number;
  anchor?: 'start' | 'middle' | 'end';
  text: string;
}

/** A text with an outline in the colour of the page, which covers a line behind it. */
export function Note({ x, y, anchor = 'start', text }: NoteProps) {
  return (
    <text
      x={x}
      y={y}
      textAnchor={anchor}
      strokeWidth={5}
      className="fill-(--muted) stroke-(--canvas) text-12 [paint-order:stroke]"
    >
      {text}
    </text>
  );
}

interface Message {
  /** Indexes of lanes. */
  from: number;
  to: number;
  text: string;
  /** True for an answer to a request; its arrow is dashed. */
  isAnswer?: boolean;
}

interface SequenceDiagramProps {
  title: string;
  caption: string;
  lanes: readonly string[];
  messages: readonly Message[];
}

const ROW = 38;
const TAIL = 14;
const FIRST_ROW = BOX_HEIGHT + 34;

/** Messages between several parties, the earliest at the top. */
export function SequenceDiagram({ title, caption, lanes, messages }: SequenceDiagramProps) {
  const pitch = DIAGRAM_WIDTH / lanes.length;
  const height = FIRST_ROW + (messages.length - 1) * ROW + TAIL;
  const middle = (lane: number) => (lane + 0.5) * pitch;
  return (
    <Diagram height={height} title={title} caption={caption}>
      {lanes.map((lane, index) => (
        <g key={lane}>
          <path d={`M${middle(index)} ${BOX_HEIGHT}V${height}`} className="stroke-(--hairline)" />
          <Box x={index * pitch + 4} y={1} width={pitch - 8} title={lane} />
        </g>
      ))}
      {messages.map(({ from, to, text, isAnswer }, index) => {
        const y = FIRST_ROW + index * ROW;
        return (
          <g key={text}>
            <Note x={(middle(from) + middle(to)) / 2} y={y - 6} anchor="middle" text={text} />
            <Arrow from={[middle(from), y]} to={[middle(to), y]} isDashed={isAnswer} />
          </g>
        );
      })}
    </Diagram>
  );
}

interface DocsTableProps {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}

export function DocsTable({ caption, head, rows }: DocsTableProps) {
  return (
    <TableScroll label={caption}>
      <Table caption={caption}>
        <thead>
          <tr>
            {head.map((title) => (
              <Th key={title}>{title}</Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </TableScroll>
  );
}
