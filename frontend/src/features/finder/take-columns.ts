import { presetRanges } from '#frontend/analysis/counts/range-presets.ts';
import type { Range } from '#frontend/analysis/counts/binning.ts';
import type { DateNaming } from '#frontend/analysis/columns/dates.ts';
import type { Workflow } from '#frontend/features/wizard/use-workflow.ts';
import type { TakenColumns } from '#frontend/features/wizard/workflow-state.ts';
import type { FileColumn } from '#frontend/threads/leads/find-file-columns.ts';

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
