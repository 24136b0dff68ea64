import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

export interface ChartRow {
  key: string;
  /** Place in the drawing, in pixels. */
  top: number;
  height: number;
  /** All figures of the row as one sentence. */
  label: string;
  /** The same to be seen beside the row. */
  detail: ReactNode;
}

/** From the lower part of a chart on, figures are shown above their row. */
const UPPER_PART = 0.6;

const STEPS: Readonly<Record<string, (from: number, last: number) => number>> = {
  ArrowDown: (from, last) => Math.min(last, from + 1),
  ArrowUp: (from) => Math.max(0, from - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Over the rows of a drawing: each shows its figures on hover, on touch and on focus. Tab goes to one, arrows go on. */
export function ChartRows({ rows, height }: { rows: readonly ChartRow[]; height: number }) {
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
            aria-label={row.label}
            className="absolute inset-x-0 -mx-2 cursor-default rounded-[3px] hover:bg-text/4 focus-visible:-outline-offset-2"
            style={{ top: row.top, height: row.height }}
            onKeyDown={move}
            onPointerEnter={() => setShown(row.key)}
            onPointerLeave={() => setShown(null)}
            onFocus={() => {
              setStop(position);
              setShown(row.key);
            }}
            onBlur={() => setShown(null)}
            onClick={() => setShown(row.key)}
          />
          {shown === row.key && (
            <div
              aria-hidden
              className="pointer-events-none absolute left-1/2 z-10 w-max max-w-[min(100%,22rem)] -translate-x-1/2 rounded-control bg-text px-3 py-2 text-13 text-canvas shadow-layer"
              style={
                row.top < height * UPPER_PART
                  ? { top: row.top + row.height + 4 }
                  : { bottom: height - row.top + 4 }
              }
            >
              {row.detail}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
