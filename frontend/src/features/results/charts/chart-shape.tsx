const MOST_ROWS = 24;
const ROW_HEIGHT = 28;
/** Title, axis, headings of groups and caption. */
const FRAME_HEIGHT = 260;

/** Holds the place of a chart whose code is on its way, so that nothing moves when it comes. */
export function ChartShape({ rows }: { rows: number }) {
  return <div aria-hidden style={{ minHeight: FRAME_HEIGHT + Math.min(rows, MOST_ROWS) * ROW_HEIGHT }} />;
}
