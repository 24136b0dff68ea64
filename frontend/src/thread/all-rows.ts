import type { LeftOutReason } from '#frontend/analysis/left-out.ts';
import type { Plan } from '#frontend/analysis/mapping.ts';
import { currencyRule } from './amount-currency.ts';
import { whyLeftOut } from './counted-leads.ts';
import type { HeldFile } from './held-file.ts';
import { MARK_REASONS } from './leave-out.ts';

/** A row of the file as it was read: a lead with its place in the held file, or one that gets no value. */
export type ReadRow = { cells: readonly string[] } & (
  | { leftOut: null; lead: number }
  | { leftOut: LeftOutReason }
);

/** Every row of a file, also those that count in no figure of a plan. */
interface AllRows {
  rowCount: number;
  hasLeftOut: boolean;
  /** The rows in [from, to) that exist. To be called in the order of the file, each row once. */
  read(from: number, to: number): ReadRow[];
}

/**
 * The rows of which files for the visitor and for ad platforms are made: all that the visitor dropped on the page, each
 * with the reason why it is left out. A file that takes `table.readRows` of a held file instead would hold test leads,
 * duplicates, statuses and days that the visitor left out, or would lack their count.
 */
export function allRows(held: HeldFile, plan: Plan): AllRows {
  const { table, marks } = held.read ?? { table: held.table, marks: null };
  const { hasLeftOut, reasonOf } = whyLeftOut(held, plan);
  const isOther = plan.worth?.kind === 'column' ? currencyRule(held, plan.worth).isOther : null;
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
