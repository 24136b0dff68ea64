import { useRef, type ReactNode } from 'react';
import { downloadBlob, downloadText } from '#frontend/lib/download.ts';
import { createSvgFile, drawPng } from '#frontend/lib/svg-file.ts';
import { Button } from './button.tsx';
import { ChartRows, type ChartRow } from './chart-rows.tsx';
import { useWidth } from './chart-width.ts';

export interface ChartFrameProps {
  title: string;
  /** What is drawn, for those who do not see it. */
  summary: string;
  /** How to read it, under the drawing. */
  caption: ReactNode;
  /** The same in a line or two for a drawing that leaves the page. */
  note: string;
  /** Height of the drawing in pixels. */
  height: number;
  /** The drawing for a width in pixels: what is inside an `svg`. */
  draw(width: number): ReactNode;
  /** Rows with more to say than the drawing shows. */
  rows?: readonly ChartRow[];
  /** The name of a download, without its ending. */
  nameFile(): string;
  actions?: ReactNode;
}

/** A drawing with its title, its words and its downloads. Its table stands beside it. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, caption, note, rows, nameFile, actions } = props;
  const room = useRef<HTMLDivElement>(null);
  const width = useWidth(room);
  const readFile = async () => {
    const drawing = room.current?.querySelector('svg');
    return drawing ? createSvgFile(drawing, { title, note }) : null;
  };
  const downloadSvg = async () => {
    const file = await readFile();
    if (file) downloadText(`${nameFile()}.svg`, file.text, 'image/svg+xml');
  };
  const downloadPng = async () => {
    const file = await readFile();
    if (file) downloadBlob(`${nameFile()}.png`, await drawPng(file));
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
      <div ref={room} className="relative">
        <ChartDrawing {...props} width={width} />
        {rows && rows.length > 0 && <ChartRows rows={rows} />}
      </div>
      <figcaption className="max-w-prose text-13 text-muted">{caption}</figcaption>
    </figure>
  );
}

export interface ChartDrawingProps extends Pick<ChartFrameProps, 'summary' | 'height' | 'draw'> {
  width: number;
}

/** The drawing alone; on paper it shrinks to the width there. */
export function ChartDrawing({ summary, height, draw, width }: ChartDrawingProps) {
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing, which an img element cannot be
      role="img"
      aria-label={summary}
      viewBox={`0 0 ${width} ${height}`}
      className="block h-auto w-full max-w-full tabular-nums"
    >
      {draw(width)}
    </svg>
  );
}
