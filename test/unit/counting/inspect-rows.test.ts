import { expect, test, vi } from 'vitest';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';
import { CleanedTable } from '#frontend/counting/cleaned-table.ts';
import { findFileFaults, inspectRows } from '#frontend/counting/inspect-rows.ts';
import { seedRandom } from '#test/support/random-leads.ts';

const noPause = () => Promise.resolve();

/** 100 leads with an e-mail address each, of which the last two repeat the first. */
const withRepeats = () =>
  new TextTable(
    ['Status', 'Email'],
    Array.from({ length: 100 }, (_, row) => ['Won', `lead${row < 98 ? row : 0}@example.com`]),
  );

test('a file is read with a pause before each column, and one before its duplicates', async () => {
  const onSlice = vi.fn(noPause);
  const { isDuplicate, isTestLead, duplicates } = await inspectRows(withRepeats(), onSlice);
  expect(onSlice).toHaveBeenCalledTimes(3);
  expect(duplicates).toEqual({ leads: 2, by: 'email', column: 1, value: 'lead0@example.com' });
  expect([...isDuplicate.keys()].filter((row) => isDuplicate[row] === 1)).toEqual([98, 99]);
  expect(isTestLead).toEqual(new Uint8Array(100));
});

test('of two columns alone no lead is a duplicate', async () => {
  const onSlice = vi.fn(noPause);
  const rows = Array.from({ length: 100 }, (_, row) => ['Won', `source ${row % 20}`]);
  const found = await inspectRows(new TextTable(['Status', 'Source'], rows), onSlice);
  expect(found).toMatchObject({ duplicates: null, isDuplicate: new Uint8Array(100) });
  // One before each column, and one before the rows.
  expect(onSlice).toHaveBeenCalledTimes(3);
});

test('whole rows are compared in slices of 2,000', async () => {
  const pausesFor = async (count: number) => {
    // Each row stands in the file twice, and the column of times tells the leads apart.
    const rows = Array.from({ length: count }, (_, row) => {
      const lead = Math.floor(row / 2);
      return [lead % 2 ? 'Won' : 'Lost', `at ${lead}`, lead % 3 ? 'Ads' : 'Search'];
    });
    const onSlice = vi.fn(noPause);
    const { duplicates } = await inspectRows(new TextTable(['Status', 'Created', 'Source'], rows), onSlice);
    expect(duplicates).toMatchObject({ leads: count / 2, by: 'row' });
    return onSlice.mock.calls.length;
  };
  // One before each column and one before the rows, a slice of 2,000 more, and one before each column whose codes chance is asked of.
  expect([await pausesFor(1998), await pausesFor(2000)]).toEqual([7, 8]);
});

test('no slice reads two columns, also where whole rows are compared', async () => {
  // Five columns of nearly one text per lead, and 100 leads that stand in the file twice.
  const rows = Array.from({ length: 400 }, (_, row) =>
    ['at', 'in', 'to', 'by', 'of'].map((text) => `${text} ${row % 300}`),
  );
  const table = new TextTable(['Created', 'Seen', 'Answered', 'Called', 'Closed'], rows);
  const read = vi.spyOn(table, 'codeRows');
  const reads: number[] = [];
  const onSlice = async () => {
    reads.push(read.mock.calls.length);
    read.mockClear();
  };
  const { duplicates } = await inspectRows(new CleanedTable(table, {}), onSlice);
  await onSlice();
  expect(duplicates).toMatchObject({ leads: 100, by: 'row' });
  expect(Math.max(...reads)).toBe(1);
});

test('half as many values as leads, and a blank, are those of an ordinary column', async () => {
  const faultsOf = async (values: number) => {
    const cells = (row: number) => (row < 10 ? '' : `town ${row % values}`);
    const rows = Array.from({ length: 200 }, (_, row) => [row % 2 ? 'Won' : 'Lost', cells(row)]);
    return (await inspectRows(new TextTable(['Status', 'Town'], rows), noPause)).columns.map(
      ({ fault }) => fault,
    );
  };
  expect(await faultsOf(95)).toEqual([]);
  expect(await faultsOf(110)).toEqual(['unique']);
});

test('a file is looked through once, and again after a question that ended it', async () => {
  const table = withRepeats();
  const ended = findFileFaults(table, () => Promise.reject(new Error('No file is open')));
  await expect(ended).rejects.toThrow('No file is open');
  const found = findFileFaults(table, noPause);
  expect(Object.keys(await found)).toEqual(['testLeads', 'duplicates', 'columns']);
  const onSlice = vi.fn(noPause);
  expect(await findFileFaults(table, onSlice)).toBe(await found);
  expect(onSlice).not.toHaveBeenCalled();
});

test('a look that waits for a pause goes on after it where another question does not wait', async () => {
  const table = withRepeats();
  const pause = vi.fn(() => (pause.mock.calls.length > 1 ? new Promise<void>(() => {}) : Promise.resolve()));
  const waiting = findFileFaults(table, pause);
  const found = findFileFaults(table, noPause);
  expect(await found).toBe(await waiting);
  expect(pause.mock.calls.length).toBeGreaterThan(2);
});

test('without a column that tells leads apart, equal rows are duplicates where chance gives fewer', async () => {
  const random = seedRandom(50);
  const pick = (values: number) => `${Math.floor(random() * values)}`;
  // No column has under 2 leads per cell.
  const values = [2, 2, 2, 4, 5, 30, 40];
  const drawRow = () => [random() < 0.2 ? 'Won' : 'Lost', ...values.map(pick)];
  const drawn = Array.from({ length: 2000 }, drawRow);
  const headers = ['Status', ...values.map((_, at) => `Column ${at}`)];
  const findIn = async (rows: readonly (readonly string[])[]) => {
    const table = new TextTable(
      headers,
      rows.map((row) => [...row]),
    );
    return (await inspectRows(table, noPause)).duplicates;
  };
  expect(await findIn(drawn)).toBeNull();
  const copied = drawn.filter((_, row) => row % 10 === 0);
  const duplicates = await findIn([...drawn, ...copied]);
  expect(duplicates).toMatchObject({ by: 'row', column: values.length });
  // A few rows are equal by chance.
  expect(duplicates?.leads).toBeGreaterThanOrEqual(copied.length);
  expect(duplicates?.leads).toBeLessThan(copied.length + 40);
  // Of seven columns that differ none is looked at.
  expect(await findIn([...drawn, ...copied].map((row) => row.with(1, 'x')))).toBeNull();
});
