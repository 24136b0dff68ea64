import type { ReactNode } from 'react';
import type { Interval } from '#frontend/analysis/stats/intervals.ts';
import { toPercent } from '#frontend/exports/table.ts';
import { DECIMALS, formatRate } from '#frontend/lib/format.ts';
import { downloadColumn, figureColumn, type Column, type Columns } from './columns.tsx';
import { NO_INTERVAL } from './figures.tsx';

/** A figure above its range. */
function WithRange({ children, range }: { children: ReactNode; range: string }) {
  return (
    <>
      <span className="block">{children}</span>
      <span className="block text-12 whitespace-nowrap text-muted">{range}</span>
    </>
  );
}

interface RangedColumn<Item> {
  heading: string;
  meaning: string;
  width: number | { wide: number; narrow: number };
  /** Null where there is no figure. */
  figure(item: Item): number | null;
  /** Null where it is not known. */
  range(item: Item): Interval | null;
  /** Says why a range is not known. */
  noRange?(item: Item): string;
  draw(figure: number, item: Item): ReactNode;
  format(figure: number): string;
  write?(figure: number): number;
  decimals: number;
  /** The names of both ends in files. */
  ends: readonly [low: string, high: string];
}

/** A share between 0 and 1, in percent in files. */
export const SHARE = {
  draw: formatRate,
  format: formatRate,
  write: toPercent,
  decimals: DECIMALS.rate,
} as const;

/** A figure and its range: one column on the page, three in files. */
export function rangedColumns<Item>({
  figure,
  range,
  noRange = () => NO_INTERVAL,
  draw,
  format,
  write = (own) => own,
  ...look
}: RangedColumn<Item>): Columns<Item> {
  const formatRange = (item: Item) => {
    const interval = range(item);
    return interval ? `${format(interval.low)} – ${format(interval.high)}` : noRange(item);
  };
  const cell = (item: Item) => {
    const own = figure(item);
    if (own === null) return <span className="text-faint">–</span>;
    return <WithRange range={formatRange(item)}>{draw(own, item)}</WithRange>;
  };
  const endColumn = (heading: string, end: keyof Interval) =>
    downloadColumn<Item>(heading, (item) => {
      if (figure(item) === null) return '';
      const interval = range(item);
      return interval ? write(interval[end]) : noRange(item);
    });
  const main: Column<Item> = {
    ...figureColumn<Item>(look.heading, { ...look, figure, format, write }),
    screen: { width: look.width, cell },
    report: cell,
  };
  return [main, endColumn(look.ends[0], 'low'), endColumn(look.ends[1], 'high')];
}
