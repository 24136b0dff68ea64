import type { LeftOutReason } from '#frontend/analysis/uploads/drop-reasons.ts';
import type { ReadOptions } from '#frontend/csv/intake.ts';
import type { FileTable } from '#frontend/csv/table.ts';
import { withoutRows } from '#frontend/csv/without-rows.ts';
import { inspectRows } from './inspect-rows.ts';

/** Leads that the visitor may leave out of a file. */
export type LeftOutKind = 'testLeads' | 'duplicates';

/** How a file is opened. Leads are left out after reading, so that every later question is about the other leads. */
export interface OpenOptions extends ReadOptions {
  leaveOut?: readonly LeftOutKind[];
}

/** How many leads of each kind were left out. */
export type LeftOut = Readonly<Record<LeftOutKind, number>>;

/** All rows of the dropped file, and for each of them the reason to leave it out; 0 for a row that stays. */
export interface ReadRows {
  table: FileTable;
  marks: Uint8Array;
}

/** The reasons of the marks 1 and 2 of `ReadRows`. */
export const MARK_REASONS = ['left-out-test', 'left-out-duplicate'] as const satisfies LeftOutReason[];
const [TEST, DUPLICATE] = [1, 2];

/** The table without the leads that the options leave out. The first of several duplicates stays. */
export async function leaveOutLeads(
  table: FileTable,
  { leaveOut = [] }: OpenOptions,
  onSlice: () => Promise<void>,
): Promise<{ table: FileTable; leftOut: LeftOut; read: ReadRows | null }> {
  if (leaveOut.length === 0) return { table, leftOut: { testLeads: 0, duplicates: 0 }, read: null };
  const { isTestLead, isDuplicate, testLeads, duplicates } = await inspectRows(table, onSlice);
  const [leavesTests, leavesRepeats] = [leaveOut.includes('testLeads'), leaveOut.includes('duplicates')];
  const marks = isTestLead.map((isTest, row) => {
    if (leavesTests && isTest === 1) return TEST;
    return leavesRepeats && isDuplicate[row] === 1 ? DUPLICATE : 0;
  });
  return {
    table: withoutRows(table, marks),
    leftOut: {
      testLeads: leavesTests ? (testLeads?.leads ?? 0) : 0,
      duplicates: leavesRepeats ? (duplicates?.leads ?? 0) : 0,
    },
    read: { table, marks },
  };
}
