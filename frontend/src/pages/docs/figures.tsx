import { type ReactNode, useId } from 'react';
import { Table, TableScroll, TextHead } from '#frontend/ui/table.tsx';
import { cx } from '#frontend/lib/class-names.ts';
import sizes from './picture-sizes.json';
import { UNSEEN_FIGURES } from './checked-facts.ts';

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

/** A background behind the parts that run on one machine. */
export function Zone({ y, height, label }: { y: number; height: number; label: string }) {
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

const HEAD = 5;

/** A straight line with a head. */
export function Arrow({ from, to, isDashed = false }: { from: Point; to: Point; isDashed?: boolean }) {
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
        <TextHead titles={head} />
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

const PITCH = 84;

const STEPS = [
  { title: '96 of 221', detail: 'converted', next: 'divided by leads' },
  { title: '43.4%', detail: 'conversion rate', next: 'divided by the baseline of 20.6%' },
  { title: '2.11', detail: 'lift', next: 'shrunk towards 1, by a weight of 82%' },
  { title: '1.90', detail: 'adjusted lift', next: '× 0.85, it overlaps with US' },
  { title: '1.62', detail: 'suggested value rule', next: null },
] as const;

/** A test compares its figures with those of the program. */
export function RuleDiagram() {
  return (
    <Diagram
      height={(STEPS.length - 1) * PITCH + BOX_HEIGHT + 2}
      title={`Source = Referral: ${STEPS.map(({ title, detail }) => `${title} ${detail}`).join(', ')}.`}
      caption="From counts to a value rule: Source = Referral"
    >
      {STEPS.map(({ title, detail, next }, index) => {
        const y = 1 + index * PITCH;
        return (
          <g key={title}>
            <Box x={35} y={y} width={150} title={title} detail={detail} />
            {next && (
              <>
                <Arrow from={[110, y + BOX_HEIGHT]} to={[110, y + PITCH - 2]} />
                <Note x={122} y={y + BOX_HEIGHT + 25} text={next} />
              </>
            )}
          </g>
        );
      })}
    </Diagram>
  );
}

interface ScreenPictureProps {
  name: keyof typeof sizes;
  /** The content of the picture in words. */
  alt: string;
  caption: string;
}

/** A picture of a real screen in the theme of the page. `npm run pictures` takes all of them, and writes their sizes. */
export function ScreenPicture({ name, alt, caption }: ScreenPictureProps) {
  return (
    <figure className="my-6">
      {(['light', 'dark'] as const).map((theme) => (
        <img
          key={theme}
          src={`/pictures/${name}-${theme}.webp`}
          alt={alt}
          {...sizes[name]}
          // A picture that is not displayed is not fetched.
          loading="lazy"
          className={cx(
            'h-auto w-full rounded-surface border border-hairline',
            theme === 'light' ? 'dark:hidden' : 'hidden dark:block',
          )}
        />
      ))}
      <figcaption className="mt-3 text-center text-13 text-muted">{caption}</figcaption>
    </figure>
  );
}

export function UnseenTable() {
  return (
    <DocsTable
      caption="Check on unseen leads of a public data set: bias and calibration error"
      head={['Attributes', 'Product of lifts', 'Balanced', 'Best estimate']}
      rows={UNSEEN_FIGURES.map(({ fields, methods }) => [
        fields.join(', '),
        ...[methods.product, methods.balanced, methods.best].map(
          ({ bias, calibrationError }) => `${formatSigned(bias)}, ${calibrationError.toFixed(1)}%`,
        ),
      ])}
    />
  );
}

function formatSigned(percent: number): string {
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)}%`;
}
