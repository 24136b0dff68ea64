import type { LeftOutReason } from '#frontend/analysis/uploads/drop-reasons.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { currencyRule } from '#frontend/counting/amount-currency.ts';
import { whyLeftOut } from '#frontend/counting/counted-leads.ts';
import type { LoadedFile } from '#frontend/counting/loaded-file.ts';
import type { FileTable } from '#frontend/csv/table.ts';
import { MARK_REASONS } from '#frontend/counting/leave-out.ts';

/** A row of the dropped file: a lead with its number in the loaded file, or a row that gets no value. */
export type ReadRow = { cells: readonly string[] } & (
  | { leftOut: null; lead: number }
  | { leftOut: LeftOutReason }
);

/** Every row of the dropped file, also rows that count in no figure of a plan. */
interface AllRows {
  rowCount: number;
  hasLeftOut: boolean;
  /** The rows in [from, to) that exist. Call it in the order of the file, once for each row. */
  read(from: number, to: number): ReadRow[];
}

/**
 * The rows for files for the visitor and for ad platforms: all rows of the dropped file, each with the reason why it is
 * left out. The rows of `loaded.table` would not do: they lack the test leads and duplicates that were left out, and
 * contain the leads that the plan leaves out.
 *
 * @param cells gives the table with other cells of the same rows
 */
export function allRows(
  loaded: LoadedFile,
  plan: Plan,
  cells: (table: FileTable) => FileTable = (table) => table,
): AllRows {
  const { table: whole, marks } = loaded.read ?? { table: loaded.table, marks: null };
  const table = cells(whole);
  const { hasLeftOut, reasonOf } = whyLeftOut(loaded, plan);
  const isOther = plan.worth?.kind === 'column' ? currencyRule(loaded, plan.worth).isOther : null;
  let leads = 0;
  return {
    rowCount: table.rowCount,
    hasLeftOut: hasLeftOut || isOther !== null || (marks?.some((mark) => mark > 0) ?? false),
    read: (from, to) =>
      table.readRows(from, to).map((cells, index) => {
        const mark = marks?.[from + index] ?? 0;
        if (mark > 0) return { cells, leftOut: MARK_REASONS[mark - 1]! }; // one per mark
        const lead = leads++;
        const leftOut = reasonOf(lead) ?? (isOther?.(lead) ? 'other-currency' : null);
        return leftOut === null ? { cells, leftOut, lead } : { cells, leftOut };
      }),
  };
}
