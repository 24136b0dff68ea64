import { useMemo } from 'react';
import { BLANK_LABEL } from '#frontend/analysis/columns.ts';
import { useColumnDetail } from './use-column-detail.ts';
import type { Workflow } from './use-workflow.ts';
import { qualifiedValues } from './workflow-selectors.ts';

/** The values of the status column that count as converted, '(Blank)' for blanks; null until the column is known. */
export function useConvertedValues({ thread, state }: Workflow): readonly string[] | null {
  const detail = useColumnDetail(thread, state.file, state.statusColumn);
  const qualified = qualifiedValues(state);
  return useMemo(
    () =>
      detail && detail.values.map((value) => value || BLANK_LABEL).filter((value) => qualified.has(value)),
    [detail, qualified],
  );
}
