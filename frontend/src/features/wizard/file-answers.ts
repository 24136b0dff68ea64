import { useEffect, useMemo, useState } from 'react';
import { settleCurrency, type SettledCurrency } from '#frontend/analysis/counts/amount-currency.ts';
import type { Plan } from '#frontend/analysis/counts/mapping.ts';
import type { FileAges } from '#frontend/counting/count-ages.ts';
import { leftOutStatuses } from '#frontend/choices/leads.ts';
import { planOf } from '#frontend/choices/list.ts';
import { qualifiedValues } from '#frontend/choices/qualified.ts';
import { useAnswer } from './thread-answers.tsx';
import type { Workflow } from './use-workflow.ts';
import type { WorkflowState } from './workflow-state.ts';

export type OpenAsker = Pick<Workflow, 'state' | 'thread'>;

// These answers are for the later steps, so their code is not part of the first page.

/** The answer. Until the next one arrives it is the last one, so that nothing on the page disappears and comes back. */
export function useSteady<T>(answer: T | null): T | null {
  const [last, setLast] = useState(answer);
  if (answer !== null && answer !== last) setLast(answer);
  return answer ?? last;
}

/** The plan after the last pause of `delayMs` without a change; at first `first`. */
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
export function useConversionsPerValue(asker: OpenAsker, column: number | null): Uint32Array | null {
  const { statusColumn } = asker.state;
  const isAsked = column !== null && statusColumn !== null;
  const question = isAsked ? { column, statusColumn, qualified: qualifiedValues(asker.state) } : null;
  return useAnswer(asker, 'countConversions', question);
}

/** The currency of a column of amounts, by the file and the visitor's choice; null without a column and while it is loading. */
export function useAmountCurrency(asker: OpenAsker, column: number | null): SettledCurrency | null {
  const { currencies, currencyColumns } = asker.state;
  const question = useMemo(
    () => (column === null ? null : { column, currencyColumn: currencyColumns.get(column) }),
    [column, currencyColumns],
  );
  const findings = useAnswer(asker, 'describeCurrency', question);
  const chosen = currencies.get(column);
  return useMemo(() => findings && settleCurrency(findings, chosen), [findings, chosen]);
}

/** The ages of the leads that count; null without a column of dates, and while the thread counts. */
export function useAges(asker: OpenAsker): FileAges | null {
  const { statusColumn, dateFilter } = asker.state;
  const qualified = qualifiedValues(asker.state);
  const leftOut = leftOutStatuses(asker.state);
  const question = useMemo(
    () =>
      statusColumn === null || dateFilter.dateColumn === null
        ? null
        : {
            statusColumn,
            qualified,
            leads: { leftOutStatuses: leftOut, ...dateFilter, youngerThanDays: null },
          },
    [statusColumn, qualified, leftOut, dateFilter],
  );
  return useAnswer(asker, 'countAges', question);
}
