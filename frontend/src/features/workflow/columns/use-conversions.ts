import { useMemo } from 'react';
import { countPerNumber, type NumericSummary } from '#frontend/analysis/columns.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { useAnswer } from '../use-answer.ts';
import type { Workflow } from '../use-workflow.ts';
import { qualifiedValues } from '../workflow-selectors.ts';

/** The last answer about each column: coming back to it shows the rates at once. */
const lastAnswers = new WeakMap<
  ColumnDetail,
  { statusColumn: number; qualified: ReadonlySet<string>; perCell: Uint32Array }
>();

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
    return async () => {
      const perCell = await thread.countConversions({ column: detail.index, statusColumn, qualified });
      lastAnswers.set(detail, { statusColumn, qualified, perCell });
      return perCell;
    };
  }, [thread, file, statusColumn, detail, qualified]);
  const last = lastAnswers.get(detail);
  const isSame = last?.statusColumn === statusColumn && last.qualified === qualified;
  const answer = useAnswer(ask);
  const perCell = answer ?? (isSame ? last.perCell : null);
  return useMemo(
    () =>
      perCell?.some((count) => count > 0) ? countPerNumber(detail.values, perCell, summary.values) : null,
    [perCell, detail, summary],
  );
}
