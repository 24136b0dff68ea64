import { useMemo } from 'react';
import { countPerNumber, type NumericSummary } from '#frontend/analysis/columns.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { useAnswer } from '../use-answer.ts';
import type { Workflow } from '../use-workflow.ts';
import { qualifiedValues } from '../workflow-selectors.ts';

/** Conversions per number of a column; null without a status column, or while none of its values count as converted. */
export function useConversions(
  { state, thread }: Workflow,
  detail: ColumnDetail,
  summary: NumericSummary,
): Uint32Array | null {
  const { file, statusColumn } = state;
  const qualified = qualifiedValues(state);
  const ask = useMemo(() => {
    if (!file || statusColumn === null) return null;
    return () => thread.countConversions({ column: detail.index, statusColumn, qualified });
  }, [thread, file, statusColumn, detail.index, qualified]);
  const perCell = useAnswer(ask);
  return useMemo(
    () =>
      perCell?.some((count) => count > 0) ? countPerNumber(detail.values, perCell, summary.values) : null,
    [perCell, detail, summary],
  );
}
