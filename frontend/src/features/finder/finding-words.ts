import { DATE_PRESETS } from '#frontend/analysis/columns/dates.ts';
import { formatConfidence, formatRate } from '#frontend/lib/format.ts';
import type { FileColumn } from '#frontend/thread/find-file-columns.ts';
import { headerOf } from '#frontend/features/wizard/kit/workflow-selectors.ts';
import type { WorkflowState } from '#frontend/features/wizard/kit/workflow-state.ts';

/** The header; a column of dates also names the part: 'Created (weekday)'. */
export function nameColumn(
  { column, kind }: Pick<FileColumn, 'column' | 'kind'>,
  state: WorkflowState,
): string {
  const header = headerOf(state, column);
  return kind === 'values' || kind === 'ranges'
    ? header
    : `${header} (${DATE_PRESETS[kind].name.toLowerCase()})`;
}

/** Lower rates are written with a decimal. */
const LOW_RATE = 0.1;

/** 'separates leads from 3% to 41%': the lowest and the highest rate of its common values. */
export function wordRates({ rates }: Pick<FileColumn, 'rates'>): string {
  if (!rates) return 'has no common values';
  const format = rates.high < LOW_RATE ? formatRate : formatConfidence;
  return `separates leads from ${format(rates.low)} to ${format(rates.high)}`;
}
