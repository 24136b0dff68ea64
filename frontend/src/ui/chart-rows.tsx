import { useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { FigureHint } from './figure-hint.tsx';

export interface ChartRow {
  key: string;
  /** Place in the drawing, in pixels. */
  top: number;
  height: number;
  name: string;
  figures: readonly string[];
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
            aria-label={`${row.name}. ${row.figures.join('. ')}.`}
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
