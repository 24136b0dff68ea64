import { expect, test } from 'vitest';
import { readCsv } from '#frontend/csv/read-csv.ts';
import { codeColumn, codeSmallColumn, sampleColumns } from '#frontend/csv/table.ts';
import { withoutRows } from '#frontend/csv/without-rows.ts';
import { bytesOf, rowsOf } from '#test/support/csv-read.ts';

async function tableOf(text: string) {
  const read = await readCsv(bytesOf(text), {}, () => {});
  if (!read.ok) throw new Error(read.error.reason);
  return read.value.table;
}

const CSV = 'Name,Source\nAnn,Google\nBob,\nCid,Bing\nDan,Google\nEve,Bing\n';

test('a table without some rows is the table of a file without them', async () => {
  const some = withoutRows(await tableOf(CSV), Uint8Array.of(1, 1, 0, 0, 0));
  const same = await tableOf('Name,Source\nCid,Bing\nDan,Google\nEve,Bing\n');
  expect([some.headers, some.rowCount]).toEqual([same.headers, same.rowCount]);
  expect(rowsOf(some)).toEqual(rowsOf(same));
  expect(some.readRows(1, 2)).toEqual([['Dan', 'Google']]);
  expect(some.readRows(3, 9)).toEqual([]);
  for (const column of [0, 1]) expect(codeColumn(some, column)).toEqual(codeColumn(same, column));
  expect(sampleColumns(some, 3)).toEqual(sampleColumns(same, 3));
  expect(codeSmallColumn(some, 1, 2)).toEqual(codeSmallColumn(same, 1, 2));
  expect(codeSmallColumn(some, 1, 1)).toBeNull();
  for (const rows of [0, 1, 2, 3, 9]) {
    const { isWhole, ...coded } = some.codeRows(1, Infinity, rows);
    expect(isWhole).toBe(true);
    expect(coded.codes).toEqual(codeColumn(same, 1).codes.slice(0, rows));
    expect(coded.categories).toEqual(['Bing', 'Google'].slice(0, rows));
  }
  expect(some.codeRows(1, 1, 2).isWhole).toBe(false);
});

test('blanks that stay are found', async () => {
  const some = withoutRows(await tableOf(CSV), Uint8Array.of(0, 0, 0, 0, 1));
  expect([...some.findBlanks()]).toEqual([0, 1]);
});

test('without a mark it is the same table', async () => {
  const table = await tableOf(CSV);
  expect(withoutRows(table, new Uint8Array(5))).toBe(table);
});
