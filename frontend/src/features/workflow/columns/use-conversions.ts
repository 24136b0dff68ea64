import { useMemo } from 'react';
import { countPerNumber, type NumericSummary } from '#frontend/analysis/columns.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { useAnswer, type Asker } from '../thread-answers.tsx';
import { qualifiedValues } from '../workflow-selectors.ts';

/** Conversions per distinct value of a column; null without a status column and while the thread counts. */
export function useConversionsPerValue({ state, thread }: Asker, column: number): Uint32Array | null {
  const { file, statusColumn } = state;
  const question = { column, statusColumn: statusColumn ?? 0, qualified: qualifiedValues(state) };
  const isAsked = file !== null && statusColumn !== null;
  return useAnswer(isAsked ? [file.number, 'countConversions', question] : null, () =>
    thread.countConversions(question),
  );
}

/** Conversions per number of a column; null without a status column, and while no lead counts as converted. */
export function useConversions(
  workflow: Asker,
  detail: ColumnDetail,
  summary: NumericSummary,
): Uint32Array | null {
  const perValue = useConversionsPerValue(workflow, detail.index);
  return useMemo(
    () =>
      perValue?.some((count) => count > 0)
        ? countPerNumber(detail.values, perValue, { values: summary.values, format: detail.numberFormat })
        : null,
    [perValue, detail, summary],
  );
}
