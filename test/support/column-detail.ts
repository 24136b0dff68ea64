import { isMostlyUnique, readColumnNumbers } from '#frontend/analysis/columns/columns.ts';
import { findDateFormat } from '#frontend/analysis/columns/dates.ts';
import { isThousandsAmbiguous, type NumberFormat } from '#frontend/analysis/columns/number-format.ts';
import type { ColumnDetail } from '#frontend/counting/file-facts.ts';

/** In which the files of tests are read. */
export const YEAR = 2026;

/** A column as the browser thread describes it: its distinct cells in order of appearance, with leads per cell. */
export function columnDetail(
  index: number,
  cells: readonly string[],
  chosen?: NumberFormat,
  header = '',
): ColumnDetail {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  const values = [...counts.keys()];
  const leads = Uint32Array.from(counts.values());
  const blanks = counts.get('') ?? 0;
  return {
    index,
    values,
    leads,
    ...readColumnNumbers(values, leads, chosen),
    isThousandsAmbiguous: isThousandsAmbiguous(values, leads),
    dates: findDateFormat({ header, categories: values, leads }, YEAR),
    year: YEAR,
    isMostlyUnique: isMostlyUnique(values.length - Number(blanks > 0), cells.length - blanks),
  };
}

/** Each cell as many times as counted: `repeat({ Won: 2, Lost: 1 })` is Won, Won, Lost. */
export function repeat(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).flatMap(([cell, count]) => Array.from({ length: count }, () => cell));
}
