import { useEffect, useMemo, useState } from 'react';
import type { DateSummary } from '#frontend/analysis/dates.ts';
import type { AgeCounts } from '#frontend/analysis/lead-age.ts';
import type { Plan } from '#frontend/analysis/mapping.ts';
import type { ColumnsCheck } from '#frontend/thread/check-columns.ts';
import type { FileFindings } from '#frontend/thread/inspect-rows.ts';
import { planKey, useAnswer, type Asker } from './thread-answers.tsx';
import { leftOutStatuses, planOf, qualifiedValues } from './workflow-selectors.ts';
import type { WorkflowState } from './workflow-state.ts';

// Answers that the later steps alone ask for: the first page carries no code of them.

/** The answer; while the next one is on its way, the last one, so that nothing on the page comes and goes. */
export function useSteady<T>(answer: T | null): T | null {
  const [last, setLast] = useState(answer);
  if (answer !== null && answer !== last) setLast(answer);
  return answer ?? last;
}

/** The plan as it was when the visitor last rested for so long; at first `first`. */
export function useSettledPlan(
  state: WorkflowState,
  delayMs: number,
  first: Plan | null | (() => Plan | null),
): Plan | null {
  const [plan, setPlan] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setPlan(planOf(state)), delayMs);
    return () => clearTimeout(timer);
  }, [state, delayMs]);
  return plan;
}

/** Conversions per distinct value of a column; null without a column or a status column, and while the thread counts. */
export function useConversionsPerValue({ state, thread }: Asker, column: number | null): Uint32Array | null {
  const { file, statusColumn } = state;
  const question = {
    column: column ?? 0,
    statusColumn: statusColumn ?? 0,
    qualified: qualifiedValues(state),
  };
  const isAsked = file !== null && column !== null && statusColumn !== null;
  return useAnswer(isAsked ? [file.number, 'countConversions', question] : null, () =>
    thread.countConversions(question),
  );
}

/** The ages of the leads that count; null without a column of dates, and while the thread counts. */
export function useAges({ state, thread }: Asker): AgeCounts | null {
  const { file, statusColumn, dateFilter } = state;
  const qualified = qualifiedValues(state);
  const leftOut = leftOutStatuses(state);
  const question = useMemo(
    () => ({
      statusColumn: statusColumn ?? 0,
      qualified,
      leads: { leftOutStatuses: leftOut, ...dateFilter, youngerThanDays: null },
    }),
    [statusColumn, qualified, leftOut, dateFilter],
  );
  const isAsked = file !== null && statusColumn !== null && dateFilter.dateColumn !== null;
  return useAnswer(isAsked ? [file.number, 'countAges', question] : null, () => thread.countAges(question));
}

/** The ways in which the dates of a column can be read, likeliest first; null without a column, and while it is read. */
export function useDates(
  { state: { file }, thread }: Asker,
  column: number | null,
): readonly DateSummary[] | null {
  const isAsked = file !== null && column !== null;
  return useAnswer(isAsked ? [file.number, 'describeDates', column] : null, () =>
    thread.describeDates(column ?? 0),
  );
}

/** The findings about the open file; null while the thread looks. */
export function useFileFindings({ state: { file }, thread }: Asker): FileFindings | null {
  return useAnswer(file && [file.number, 'checkFile', null], () => thread.checkFile());
}

/** The findings about the columns of a plan; null while the thread looks. */
export function useColumnsCheck(workflow: Asker, plan: Plan | null): ColumnsCheck | null {
  return useAnswer(planKey('checkColumns', workflow, plan), () => workflow.thread.checkColumns(plan!)); // without a plan the key is null
}
