import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { flagConverted } from '#frontend/analysis/counts/tally.ts';
import type { Candidate } from '#frontend/analysis/finder/candidate.ts';
import type { UnfitColumn } from '#frontend/analysis/finder/code-candidate.ts';
import { findColumns, type FoundColumn, type FoundColumns } from '#frontend/analysis/finder/find-columns.ts';
import { countedLeads } from '#frontend/counting/counted-leads.ts';
import { candidateColumns, candidatesOf } from '#frontend/counting/file-candidates.ts';
import { familiesOf } from '#frontend/counting/file-families.ts';
import { codedColumn } from '#frontend/counting/loaded-file.ts';
import type { CodedTexts } from '#frontend/csv/table.ts';
import type { Asking } from './questions.ts';
import { runInSlices } from './run-in-slices.ts';

/** Asks for the columns that tell most about the outcome. */
export type FinderQuestion = Pick<Plan, 'statusColumn' | 'qualified' | 'worth' | 'leads'>;

/** How many columns of the file have been read. */
export interface FinderProgress {
  read: number;
  columns: number;
}

/** A column of the file, or a part of a column of dates, with what it tells. */
export type FileColumn = Omit<FoundColumn, 'candidate'> &
  Pick<Candidate, 'column' | 'kind' | 'names' | 'isKnownLater'>;

/** The columns of a file by how much they tell about the outcome. Status, amounts, currencies and click ids are no candidates. */
export type ColumnFindings = Omit<FoundColumns, 'columns'> & {
  /** In the order in which they are offered; see `FoundColumns`. */
  columns: readonly FileColumn[];
  unfit: readonly { column: number; why: UnfitColumn }[];
};

/**
 * Finds the columns of a file that tell most about the outcome, by conversions, on the leads that count. It works in slices, and
 * before each waits until no question has come for a moment.
 */
export async function findFileColumns(
  asked: FinderQuestion,
  { loaded, report, pause }: Asking<FinderProgress>,
): Promise<ColumnFindings> {
  const view = countedLeads(loaded(), asked);
  const columns = candidateColumns(view, asked);
  const candidates: Candidate[] = [];
  const unfit: { column: number; why: UnfitColumn }[] = [];
  const texts = new Map<number, CodedTexts>();
  const onSlice = async (read: number) => {
    await report({ read, columns: columns.length });
    await pause();
  };
  for (const [read, column] of columns.entries()) {
    const found = await candidatesOf(view, column, () => onSlice(read), texts);
    if (typeof found === 'string') unfit.push({ column, why: found });
    else candidates.push(...found);
  }
  const families = await familiesOf(view, asked, () => onSlice(columns.length), texts);
  await onSlice(columns.length);
  const isConverted = flagConverted(codedColumn(view, asked.statusColumn), asked.qualified);
  const found = await runInSlices(findColumns(candidates, isConverted, undefined, families), () =>
    onSlice(columns.length),
  );
  return describeFindings(found, candidates, unfit);
}

function describeFindings(
  { columns, ...figures }: FoundColumns,
  candidates: readonly Candidate[],
  unfit: ColumnFindings['unfit'],
): ColumnFindings {
  return {
    ...figures,
    columns: columns.map(({ candidate, ...found }) => {
      const { column, kind, names, isKnownLater } = candidates[candidate]!; // one of these
      return { column, kind, names, isKnownLater, ...found };
    }),
    unfit,
  };
}
