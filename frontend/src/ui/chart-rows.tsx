import { useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useFloating } from './floating.ts';

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

const STEPS: Readonly<Record<string, (from: number, last: number) => number>> = {
  ArrowDown: (from, last) => Math.min(last, from + 1),
  ArrowUp: (from) => Math.max(0, from - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** Over the rows of a drawing: each shows its figures on hover, on touch and on focus. Tab goes to one, arrows go on. */
export function ChartRows({ rows }: { rows: readonly ChartRow[] }) {
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
          {shown === row.key && <RowDetail position={position} list={list} detail={row.detail} />}
        </li>
      ))}
    </ul>
  );
}

interface RowDetailProps {
  position: number;
  list: RefObject<HTMLUListElement | null>;
  detail: ReactNode;
}

/** Beside its row and within the window. For the eye only: the same is the name of the row's button. */
function RowDetail({ position, list, detail }: RowDetailProps) {
  const anchor = useMemo(
    () => ({
      get current() {
        return list.current?.querySelectorAll('button')[position] ?? null;
      },
    }),
    [list, position],
  );
  const ref = useFloating<HTMLDivElement>(anchor, true);
  return (
    <div
      ref={ref}
      aria-hidden
      popover="manual"
      className="ui-hint pointer-events-none max-w-88 rounded-control bg-text px-3 py-2 text-13 text-canvas shadow-layer"
    >
      {detail}
    </div>
  );
}
