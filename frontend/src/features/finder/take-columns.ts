import { presetRanges } from '#frontend/analysis/counts/range-presets.ts';
import type { Choices } from '#frontend/choices/choices.ts';
import { MAX_ATTRIBUTES } from '#contract/limits.ts';
import type { Workflow } from '#frontend/features/wizard/kit/use-workflow.ts';
import type { FileColumn } from '#frontend/thread/find-file-columns.ts';

type Found = Pick<FileColumn, 'column' | 'kind'>;

/**
 * The choices that make columns the attributes, in the form that the finder tested: numbers as ranges between quartiles, dates
 * as the found part. Ranges and parts of dates that the visitor has chosen stay.
 */
export async function chooseFound({ thread, state }: Workflow, found: readonly Found[]) {
  const ranges = new Map(state.ranges);
  const dates = new Map(state.dates);
  for (const { column, kind } of found) {
    if (kind === 'values' || ranges.has(column) || dates.has(column)) continue;
    const detail = await thread.ask('describeColumn', {
      column,
      numberFormat: state.numberFormats.get(column),
    });
    const [way] = detail.dates;
    if (kind !== 'ranges') {
      if (way) dates.set(column, { preset: kind, format: way.format });
    } else if (detail.numeric) ranges.set(column, presetRanges('quartiles', detail.numeric).ranges);
  }
  const columns = found.map(({ column }) => column);
  const attributeColumns = Array.from({ length: MAX_ATTRIBUTES }, (_, slot) => columns[slot] ?? null);
  return { attributeColumns, ranges, dates } satisfies Partial<Choices>;
}

/** The attributes with one more column: in the first free slot, or in place of the last column. */
export function addAttribute(
  columns: readonly (number | null)[],
  column: number,
): readonly (number | null)[] {
  if (columns.includes(column)) return columns;
  const free = columns.indexOf(null);
  return columns.with(free === -1 ? columns.length - 1 : free, column);
}
