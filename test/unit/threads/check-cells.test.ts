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

const WAYS = ['Mail', 'Phone', 'Web', 'Fair', 'Shop', 'Chat', 'Post', 'Radio', 'Press', 'Club'];
const CELLS = [
  ...WAYS,
  ...WAYS.flatMap((way, index) => WAYS.slice(index + 1).map((other) => `${way}; ${other}`)),
];

test.each([
  { rowCount: 100, distinct: 51, kinds: ['choices'] },
  { rowCount: 100, distinct: 52, kinds: [] },
  { rowCount: 101, distinct: 51, kinds: ['choices'] },
  { rowCount: 101, distinct: 52, kinds: [] },
  { rowCount: 24, distinct: 21, kinds: ['choices'] },
  { rowCount: 24, distinct: 22, kinds: [] },
])('$distinct texts in $rowCount rows are looked at for choices: $kinds', async (example) => {
  const { rowCount, distinct, kinds } = example;
  const rows = Array.from({ length: rowCount }, (_, row) => [CELLS[row % distinct]!]);
  const file = createLoadedFile(new CleanedTable(new TextTable(['Ways'], rows), {}), 2026, null);
  expect((await checkCells(file, async () => {})).map(({ kind }) => kind)).toEqual(kinds);
});
