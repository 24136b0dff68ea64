import { useMemo, type ReactNode } from 'react';
import type { Range } from '#frontend/analysis/binning.ts';
import { BLANK_LABEL, OUT_OF_RANGE_LABEL, type NumericSummary } from '#frontend/analysis/columns.ts';
import { cx } from '#frontend/lib/class-names.ts';
import { countNoun } from '#frontend/lib/format.ts';
import type { ColumnDetail } from '#frontend/thread/protocol.ts';
import { repeatedLabels } from './presets.ts';
import { writeBound } from './typed-number.ts';

interface RangeNotesProps {
  ranges: readonly Range[];
  detail: ColumnDetail;
  summary: NumericSummary;
  outOfRange: number;
  /** Labels of the ranges that the preset leaves out because they would be empty. */
  leftOut: readonly string[];
}

/** Notes on the leads that are in no range, and on ranges that are left out or share a label. */
export function RangeNotes({ ranges, detail, summary, outOfRange, leftOut }: RangeNotesProps) {
  const { blank, text } = useMemo(() => countOtherCells(detail, summary), [detail, summary]);
  const repeated = useMemo(() => repeatedLabels(ranges), [ranges]);
  return (
    <ul className="flex flex-col gap-1 text-13 text-muted">
      {leftOut.length > 0 && (
        <Note isCaution>
          {quoteAll(leftOut)} would be empty and {leftOut.length === 1 ? 'is' : 'are'} left out: too many
          leads share one number.
        </Note>
      )}
      {repeated.map((label) => (
        <Note key={label} isCaution>
          Several ranges are named “{label}” and count as one.
        </Note>
      ))}
      {outOfRange > 0 && (
        <Note isCaution>
          {countNoun(outOfRange, 'lead')} outside all ranges: counted as {OUT_OF_RANGE_LABEL}.
        </Note>
      )}
      {blank > 0 && (
        <Note>
          {countNoun(blank, 'lead')} without a number: counted as {BLANK_LABEL}.
        </Note>
      )}
      {text > 0 && (
        <Note>{countNoun(text, 'lead')} with text instead of a number: each text is its own segment.</Note>
      )}
      <Note>An empty Max is open-ended. An empty Min is the smallest number, {writeBound(summary.min)}.</Note>
    </ul>
  );
}

function Note({ isCaution, children }: { isCaution?: boolean; children: ReactNode }) {
  return <li className={cx(isCaution && 'text-caution')}>{children}</li>;
}

function quoteAll(names: readonly string[]): string {
  return names.map((name) => `“${name}”`).join(', ');
}

/** Leads of a numeric column without a number: those with a blank cell, and those with text. */
export function countOtherCells(
  { values, leads }: ColumnDetail,
  summary: NumericSummary,
): { blank: number; text: number } {
  let total = 0;
  let blank = 0;
  values.forEach((value, code) => {
    total += leads[code] ?? 0;
    if (value.trim() === '') blank += leads[code] ?? 0;
  });
  const numeric = summary.leads.reduce((sum, count) => sum + count, 0);
  return { blank, text: total - blank - numeric };
}
