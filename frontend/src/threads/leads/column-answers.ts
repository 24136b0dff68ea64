import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import { checkCells, type CellFinding } from './check-cells.ts';
import { checkColumns } from './check-columns.ts';
import { countAges, type AgesQuestion } from '#frontend/counting/count-ages.ts';
import { countedLeads } from '#frontend/counting/counted-leads.ts';
import {
  findFileColumns,
  type ColumnFindings,
  type FinderProgress,
  type FinderQuestion,
} from './find-file-columns.ts';
import { proposeAmounts, type AmountsQuestion, type ProposedAmounts } from './propose-amounts.ts';
import { describeUndecided, type UndecidedAnswer, type UndecidedQuestion } from './find-undecided.ts';
import type { Asking } from './questions.ts';
import { testOtherColumns } from './test-other-columns.ts';

/** Answers about the columns of the open file. They work in slices beside all other questions. */
export const COLUMN_ANSWERS = {
  async findColumns(asked: FinderQuestion, asking: Asking<FinderProgress>): Promise<ColumnFindings> {
    await asking.pause();
    return findFileColumns(asked, asking);
  },
  async proposeAmounts(
    asked: AmountsQuestion,
    { loaded, pause }: Asking,
  ): Promise<readonly ProposedAmounts[]> {
    await pause();
    return proposeAmounts(loaded(), asked);
  },
  testColumns: (plan: Plan, asking: Asking) => testOtherColumns(plan, asking),
  async countAges(asked: AgesQuestion, { loaded, pause }: Asking) {
    await pause(); // a column of times has as many values as leads
    return countAges(loaded(), asked);
  },
  async checkCells(_: undefined, { loaded, pause }: Asking): Promise<readonly CellFinding[]> {
    return checkCells(loaded(), pause);
  },
  async findUndecided(asked: UndecidedQuestion, { loaded, pause }: Asking): Promise<UndecidedAnswer> {
    await pause();
    return describeUndecided(loaded(), asked);
  },
  checkColumns: (plan: Plan, { loaded, pause }: Asking) =>
    checkColumns(countedLeads(loaded(), plan), plan, pause),
};
