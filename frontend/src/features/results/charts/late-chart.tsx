import { Suspense } from 'react';
import { lazyWithPreload } from '#frontend/ui/lazy-with-preload.tsx';
import type { ChartProps } from './chart.tsx';

const chart = lazyWithPreload(async () => (await import('./chart.tsx')).Chart);

/** Fetches the code of the charts after the first results are shown, before a tab needs it. */
export const fetchCharts = chart.preload;

const MOST_ROWS = 24;
const ROW_HEIGHT = 28;
/** Title, axis, headings of groups and caption. */
const FRAME_HEIGHT = 260;

/** A chart. Until its code is there, an empty space of about its height keeps everything below from moving. */
export function LateChart({ rows, ...props }: ChartProps & { rows: number }) {
  const minHeight = FRAME_HEIGHT + Math.min(rows, MOST_ROWS) * ROW_HEIGHT;
  return (
    <Suspense fallback={<div aria-hidden style={{ minHeight }} />}>
      <chart.Component {...props} />
    </Suspense>
  );
}
