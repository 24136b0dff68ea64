import type { Figure, MeasuredSection } from './figure.ts';
import { formatBound, formatMedian, formatSpread, formatVerdict } from './format.ts';

/** The headline figures, a line each. */
export function writeHeadlines(sections: readonly MeasuredSection[]): string {
  const headlines = sections.flatMap(({ figures }) => figures.filter(({ isHeadline }) => isHeadline));
  return headlines.map((figure) => `- ${figure.what}: ${formatMedian(figure)}`).join('\n');
}

/** Every figure that has a goal, and the noise beside it, in one table; then a table of each section that has one. */
export function writeMarkdown(sections: readonly MeasuredSection[]): string {
  const goals = sections.flatMap(({ figures }) => figures.filter(({ goal, isNoise }) => goal || isNoise));
  const grids = sections.flatMap(({ title, figures }) => {
    const placed = figures.filter(({ cell }) => cell);
    return placed.length > 0 ? [`**${title}**`, writeGrid(placed)] : [];
  });
  return [writeAll(goals), ...grids].join('\n\n');
}

/** Every one of these figures, with its goal if it has one. */
export function writeAll(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.what,
    formatBound(figure.goal?.atMost, figure.unit),
    formatBound(figure.goal?.aim, figure.unit),
    formatMedian(figure),
    formatSpread(figure),
    formatVerdict(figure),
  ]);
  return writeTable(['what', 'at most', 'aim', 'measured', 'middle half', 'verdict'], rows);
}

function writeGrid(figures: readonly Figure[]): string {
  const columns = [...new Set(figures.map(({ cell }) => cell?.column ?? ''))];
  const rows = [...new Set(figures.map(({ cell }) => cell?.row ?? ''))];
  const find = (row: string, column: string) =>
    figures.find(({ cell }) => cell?.row === row && cell.column === column);
  return writeTable(
    ['', ...columns],
    rows.map((row) => [
      row,
      ...columns.map((column) => {
        const figure = find(row, column);
        return figure ? formatMedian(figure) : '';
      }),
    ]),
  );
}

function writeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
