import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { cx } from '#frontend/lib/class-names.ts';
import { downloadBlob, downloadText } from '#frontend/lib/download.ts';
import { createSvgFile, drawPng } from '#frontend/lib/svg-file.ts';
import { Button } from './button.tsx';
import { useWidth } from './layout-hooks.ts';
import { toast } from './toast-store.ts';
import { FigureHint } from './tooltip.tsx';

/** A row of a drawing with its figures in words. */
export interface ChartRow {
  key: string;
  name: string;
  figures: readonly string[];
  /** The distance from the top of the drawing in pixels. */
  top: number;
}

export interface ChartFrameProps {
  title: string;
  /** Describes the drawing for screen readers. */
  summary: string;
  /** Explains the drawing, below it. */
  caption: ReactNode;
  /** The caption in one or two lines, for the downloaded drawing. */
  note: string;
  /** Height of the drawing in pixels. */
  height: number;
  /** The content of the `svg` for a width in pixels. */
  draw(width: number): ReactNode;
  rows?: readonly ChartRow[];
  /** The height of a row in pixels. */
  rowHeight?: number;
  /** Runs when a row is pressed. Without it, pressing shows the figures. */
  onOpen?(key: string): void;
  /** The name of the download without its extension. */
  nameFile(): string;
  actions?: ReactNode;
}

/** A drawing with its title, its explanation and its downloads. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, caption, note, rows = [], rowHeight = 0, nameFile, actions, onOpen } = props;
  const container = useRef<HTMLDivElement>(null);
  const width = useWidth(container);
  const readFile = async () => {
    const drawing = container.current?.querySelector('svg');
    return drawing ? createSvgFile(drawing, { title, note }) : null;
  };
  const downloadSvg = async () => {
    const file = await readFile();
    if (file) downloadText(`${nameFile()}.svg`, file.text, 'image/svg+xml');
  };
  const downloadPng = async () => {
    const file = await readFile();
    if (!file) return;
    try {
      downloadBlob(`${nameFile()}.png`, await drawPng(file));
    } catch (error) {
      console.warn('The chart could not be drawn as PNG.', error);
      toast({
        title: 'No PNG',
        description:
          'This browser cannot draw a picture of this size. Choose Download SVG, or chart fewer rows.',
        tone: 'destructive',
      });
    }
  };
  return (
    <figure aria-label={title} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 className="text-16 font-semibold">{title}</h2>
        <div className="flex flex-wrap items-center gap-2">
          {actions}
          <Button size="small" onClick={() => void downloadPng()}>
            Download PNG
          </Button>
          <Button size="small" onClick={() => void downloadSvg()}>
            Download SVG
          </Button>
        </div>
      </div>
      <div ref={container} className="relative">
        <ChartDrawing {...props} width={width} />
        {rows.length > 0 && <ChartRows rows={rows} rowHeight={rowHeight} onOpen={onOpen} />}
      </div>
      <figcaption className="max-w-prose text-13 text-muted">{caption}</figcaption>
    </figure>
  );
}

interface ChartDrawingProps extends Pick<ChartFrameProps, 'summary' | 'height' | 'draw'> {
  width: number;
}

/** The drawing alone. On paper it shrinks to the width of the paper. */
export function ChartDrawing({ summary, height, draw, width }: ChartDrawingProps) {
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img element cannot hold an inline drawing
      role="img"
      aria-label={summary}
      viewBox={`0 0 ${width} ${height}`}
      className="block h-auto w-full max-w-full tabular-nums"
    >
      {draw(width)}
    </svg>
  );
}

const STEPS: Readonly<Record<string, (from: number, last: number) => number>> = {
  ArrowDown: (from, last) => Math.min(last, from + 1),
  ArrowUp: (from) => Math.max(0, from - 1),
  Home: () => 0,
  End: (_, last) => last,
};

interface ChartRowsProps {
  rows: readonly ChartRow[];
  rowHeight: number;
  /** Runs when a row is pressed. Without it, pressing shows the figures. */
  onOpen?(key: string): void;
}

/** A button over each row shows its figures on hover, touch and focus. Tab reaches one button, arrow keys the others. */
export function ChartRows({ rows, rowHeight, onOpen }: ChartRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [stop, setStop] = useState(0);
  const [shown, setShown] = useState<string | null>(null);
  const tabStop = Math.min(stop, rows.length - 1);

  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setShown(null);
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    list.current?.querySelectorAll('button')[step(tabStop, rows.length - 1)]?.focus();
  };
  return (
    <ul ref={list} className="absolute inset-0 print:hidden">
      {rows.map((row, position) => (
        <li key={row.key}>
          <button
            type="button"
            tabIndex={position === tabStop ? 0 : -1}
            aria-label={`${row.name}. ${row.figures.join('. ')}.`}
            className={cx(
              'absolute inset-x-0 -mx-2 rounded-[3px] hover:bg-text/4 focus-visible:-outline-offset-2',
              onOpen ? 'cursor-pointer' : 'cursor-default',
            )}
            style={{ top: row.top, height: rowHeight }}
            onKeyDown={move}
            onPointerEnter={() => setShown(row.key)}
            onPointerLeave={() => setShown(null)}
            onFocus={() => {
              setStop(position);
              setShown(row.key);
            }}
            onBlur={() => setShown(null)}
            onClick={() => (onOpen ?? setShown)(row.key)}
          />
          {shown === row.key && <RowFigures position={position} list={list} row={row} />}
        </li>
      ))}
    </ul>
  );
}

interface RowFiguresProps {
  position: number;
  list: RefObject<HTMLUListElement | null>;
  row: ChartRow;
}

function RowFigures({ position, list, row: { name, figures } }: RowFiguresProps) {
  const anchor = useMemo(
    () => ({
      get current() {
        return list.current?.querySelectorAll('button')[position] ?? null;
      },
    }),
    [list, position],
  );
  return <FigureHint anchor={anchor} name={name} figures={figures} />;
}
