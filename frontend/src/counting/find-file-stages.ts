import { findStages, type StageQuestion } from '#frontend/analysis/stages/find-stages.ts';
import type { StagePlan } from '#frontend/analysis/stages/stage-plan.ts';
import { leadDateOf } from './lead-dates.ts';
import { codedColumn, describeDates, firstCellsOf, type LoadedFile } from './loaded-file.ts';

/** Finds how a file tells its stages, see `findStages`. Columns whose headers and first cells name no stage are not read. */
export function findFileStages(whole: LoadedFile, question: StageQuestion): StagePlan | null {
  const leadDate = leadDateOf(whole, null)?.dateColumn;
  const columns = firstCellsOf(whole).map(({ header, categories }, column) => ({
    column,
    header,
    isLeadDate: column === leadDate,
    some: categories,
    coded: () => codedColumn(whole, column),
    hasDates: () => describeDates(whole, column).length > 0,
  }));
  return findStages(columns, question);
}
