import { expect, test, vi } from 'vitest';
import { CleanedTable } from '#frontend/counting/cleaned-table.ts';
import { createLoadedFile } from '#frontend/counting/loaded-file.ts';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';
import { checkCells } from '#frontend/threads/leads/check-cells.ts';

test('each column is read once, in a slice of its own, also one of a text per lead', async () => {
  const rows = Array.from({ length: 200 }, (_, row) => [
    `${row}`,
    `="${row}"`,
    `lead ${row}`,
    row % 10 === 0 ? '-99' : `${row % 7}`,
    row % 2 === 0 ? 'Mail; Phone' : ['Phone; Web', 'Web', 'Mail'][row % 3]!,
  ]);
  const table = new TextTable(['Visits', 'Number', 'Name', 'Age', 'Ways'], rows);
  const read = vi.spyOn(table, 'codeRows');
  const onSlice = vi.fn(async () => {});
  const found = await checkCells(createLoadedFile(new CleanedTable(table, {}), 2026, null), onSlice);
  expect(read.mock.calls.map(([column]) => column)).toEqual([0, 1, 2, 3, 4]);
  expect(onSlice).toHaveBeenCalledTimes(5);
  expect(found.map(({ kind, column }) => [kind, column])).toEqual([
    ['text', 1],
    ['codes', 3],
    ['choices', 4],
  ]);
});
