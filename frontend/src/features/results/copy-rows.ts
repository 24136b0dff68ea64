import { writeTsv } from '#frontend/csv/write.ts';
import { toRows, type Column } from '#frontend/exports/table.ts';

/** A table as text that a spreadsheet takes as a table: titles as on the screen, figures unrounded. */
export function copyRows<Item>(columns: readonly Column<Item>[], items: readonly Item[]): string {
  return writeTsv(toRows(columns, items));
}
