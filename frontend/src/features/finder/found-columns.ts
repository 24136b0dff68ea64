import { DATE_PRESETS, type DateNaming } from '#frontend/analysis/columns/dates.ts';
import { presetRanges } from '#frontend/analysis/counts/range-presets.ts';
import type { Range } from '#frontend/analysis/counts/binning.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import { shortText } from '#frontend/lib/format.ts';
import type { FileColumn } from '#frontend/threads/leads/find-file-columns.ts';
import { listNames } from '#frontend/lib/cut-name.ts';
import { headerOf } from '#frontend/features/wizard/workflow-selectors.ts';
import type { TakenColumns, WorkflowState } from '#frontend/features/wizard/workflow-state.ts';

type Found = Pick<FileColumn, 'column' | 'kind'>;

/** Columns in the form that the finder tested: numbers as ranges between quartiles, dates as the found part. */
export async function describeFound(
  { thread, state }: Workflow,
  found: readonly Found[],
): Promise<TakenColumns> {
  const ranges = new Map<number, readonly Range[]>();
  const dates = new Map<number, DateNaming>();
  for (const { column, kind } of found) {
    if (kind === 'values') continue;
    const detail = await thread.ask('describeColumn', {
      column,
      numberFormat: state.numberFormats.get(column),
    });
    const [way] = detail.dates;
    if (kind !== 'ranges') {
      if (way) dates.set(column, { preset: kind, format: way.format });
    } else if (detail.numeric) ranges.set(column, presetRanges('quartiles', detail.numeric).ranges);
  }
  return { openedAt: state.openedAt, columns: found.map(({ column }) => column), ranges, dates };
}

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

const MOST_NAMES = 3;
/** A name that wraps would break the sentence around it. */
const LONGEST_NAME = 40;

/** Names in the sentences of the bar: 'Won, Closed deal', at most three. */
export function listShort(names: readonly string[]): string {
  return listNames(
    names.map((name) => shortText(name, LONGEST_NAME)),
    MOST_NAMES,
  );
}
