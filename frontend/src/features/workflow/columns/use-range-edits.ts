import { useLayoutEffect, useRef, type RefObject } from 'react';
import { addRange, type Range } from '#frontend/analysis/binning.ts';
import type { NumericSummary } from '#frontend/analysis/columns.ts';
import { useRowKeys } from './use-row-keys.ts';

interface RangeEdits {
  /** One identity per range. */
  keys: readonly number[];
  list: RefObject<HTMLDivElement | null>;
  add(): void;
  remove(index: number): void;
  change(index: number, range: Range): void;
  /** Other ranges are about to take the place of all of these. */
  replaceAll(count: number): void;
}

interface RangeEditsInput {
  ranges: readonly Range[];
  summary: NumericSummary;
  /** The editor was opened just now: its first field takes the focus. */
  takesFocus: boolean;
  onChange(ranges: readonly Range[]): void;
}

/** Where the focus goes after the next drawing: to the first field of a row, or to its button. */
interface FocusTarget {
  row: number;
  control: 'input' | 'button:enabled';
}

/** What can be done to a list of ranges. The focus goes to the row that an action leads to. */
export function useRangeEdits({ ranges, summary, takesFocus, onChange }: RangeEditsInput): RangeEdits {
  const rows = useRowKeys(ranges.length);
  const list = useRef<HTMLDivElement>(null);
  const focusNext = useRef<FocusTarget | null>(takesFocus ? { row: 0, control: 'input' } : null);

  // With the drawing itself: an effect that waited would be done before the next one.
  useLayoutEffect(() => {
    if (focusNext.current === null) return;
    const { row, control } = focusNext.current;
    const fields = list.current?.querySelectorAll('fieldset')[row];
    const target = fields?.querySelector<HTMLElement>(control) ?? fields?.querySelector('input');
    target?.focus();
    focusNext.current = null;
  });

  return {
    keys: rows.keys,
    list,
    add() {
      focusNext.current = { row: ranges.length, control: 'input' };
      rows.add();
      onChange(addRange(ranges, summary));
    },
    remove(index) {
      focusNext.current = { row: Math.min(index, ranges.length - 2), control: 'button:enabled' };
      rows.remove(index);
      onChange(ranges.toSpliced(index, 1));
    },
    change: (index, range) => onChange(ranges.with(index, range)),
    replaceAll: rows.replace,
  };
}
