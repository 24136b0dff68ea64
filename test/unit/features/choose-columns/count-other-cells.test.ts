import { expect, test } from 'vitest';
import { countOtherCells } from '#frontend/features/choose-columns/range-editor.tsx';
import { columnDetail } from '#test/support/column-detail.ts';

test('leads without a number are blank or text', () => {
  const cells = ['1', '1', '2.5', '', ' ', 'unknown', '3', '4', '5', '6', '7'];
  const detail = columnDetail(0, cells);
  // 8 of the 9 filled cells are numbers.
  expect(detail.numeric && countOtherCells(detail, detail.numeric)).toEqual({ blank: 2, text: 1 });
});
