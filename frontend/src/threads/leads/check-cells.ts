import type { CellMark } from '#frontend/analysis/columns/cell-marks.ts';
import { findChoices } from '#frontend/analysis/columns/choices-in-cells.ts';
import { findNumberFormat } from '#frontend/analysis/columns/number-format.ts';
import { maxOrdinaryTexts } from '#frontend/analysis/columns/columns.ts';
import { findCodes, findTurnedRanges, type TurnedRange } from '#frontend/analysis/preflight/odd-cells.ts';
import { codeColumn, type CodedTexts } from '#frontend/csv/table.ts';
import { MAX_COLUMNS } from '#contract/limits.ts';
import { CleanedTable } from '#frontend/counting/cleaned-table.ts';
import type { LoadedFile } from '#frontend/counting/loaded-file.ts';

/** An oddity in the cells of a column, or the marks that were taken off them. */
export type CellFinding = { column: number; leads: number } & (
  | { kind: CellMark; cell: string; value: string }
  | { kind: 'codes'; values: readonly string[] }
  | { kind: 'turned'; ranges: readonly TurnedRange[] }
  | { kind: 'choices'; separator: string; choices: readonly string[] }
);

/** The most columns that are made of one column of choices: those of its most frequent choices. */
const MAX_CHOICE_COLUMNS = 20;

/** The findings about the cells of a file, column by column. Awaits `onSlice` before each. */
export async function checkCells(
  { table, read }: LoadedFile,
  onSlice: () => Promise<void>,
): Promise<readonly CellFinding[]> {
  const whole = read?.table ?? table;
  const room = Math.min(MAX_CHOICE_COLUMNS, MAX_COLUMNS - table.headers.length);
  const found: CellFinding[] = [];
  for (const column of table.headers.keys()) {
    await onSlice();
    const read = codeColumn(table, column);
    const changes = whole instanceof CleanedTable ? whole.changesOf(column) : null;
    found.push(...(changes?.found ?? []).map(({ mark, ...cell }) => ({ kind: mark, column, ...cell })));
    found.push(...findOdd(column, read, { room, rowCount: table.rowCount }));
  }
  return found;
}

function findOdd(
  column: number,
  { categories, leads }: CodedTexts,
  { room, rowCount }: { room: number; rowCount: number },
): CellFinding[] {
  const format = findNumberFormat(categories, leads);
  if (format !== null) {
    const codes = findCodes(categories, leads, format);
    return codes ? [{ kind: 'codes', column, ...codes }] : [];
  }
  // Texts that are nearly unique have neither ranges nor choices.
  if (categories.length > maxOrdinaryTexts(rowCount)) return [];
  const ranges = findTurnedRanges(categories, leads);
  if (ranges)
    return [{ kind: 'turned', column, ranges, leads: ranges.reduce((sum, range) => sum + range.leads, 0) }];
  const several = findChoices(categories, leads);
  if (!several || room < 1) return [];
  const choices = several.choices.slice(0, room).map(({ choice }) => choice);
  return [{ kind: 'choices', column, leads: several.leads, separator: several.separator, choices }];
}
