import type { Figure } from './figure.ts';
import { formatBound, formatMedian, formatSpread, formatVerdict } from './format.ts';

/** A figure per line, in columns: what, measured, spread, and the goal where there is one. */
export function printFigures(title: string, figures: readonly Figure[]): void {
  if (figures.length === 0) return;
  const rows = figures.map((figure) => [
    figure.what,
    formatMedian(figure),
    formatSpread(figure),
    describeGoal(figure),
  ]);
  console.log(`\n${title}`);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    console.log(`  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
  }
}

function describeGoal(figure: Figure): string {
  const { goal, unit } = figure;
  if (!goal) return '';
  const bounds = [goal.atMost, goal.aim].map((bound) => formatBound(bound, unit) || '-');
  return `${formatVerdict(figure)} (goal ${bounds.join(', aim ')})`;
}
