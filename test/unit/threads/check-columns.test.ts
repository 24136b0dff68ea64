import { describe, expect, test, vi } from 'vitest';
import { checkColumns } from '#frontend/threads/leads/check-columns.ts';
import { connectThread } from '#frontend/threads/leads/client.ts';
import { createLoadedFile } from '#frontend/counting/loaded-file.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { readFile } from '#test/support/csv-read.ts';
import { CLEAN_FILE, csvOf, withColumn, type LeadFile } from '#test/support/lead-files.ts';
import { portPair } from '#test/support/port-pair.ts';

/** Checks the last attributes of a file: its first column is the status. */
async function check(file: LeadFile, qualified = 'Qualified', mapping = new Map<string, string>()) {
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  const thread = connectThread(pageEnd, vi.fn());
  await thread.ask(
    'open',
    { file: new File([csvOf(file)], 'leads.csv'), options: {} },
    {
      onProgress: () => {},
      signal: new AbortController().signal,
    },
  );
  const headers = Object.keys(file);
  return thread.ask('checkColumns', {
    statusColumn: 0,
    qualified: new Set([qualified]),
    attributes: headers
      .map((field, column) => ({ column, field, ranges: null, mapping }))
      .slice(Math.max(1, headers.length - 3)),
  });
}

const isWon = (lead: number) => CLEAN_FILE['Lead Status']?.[lead] === 'Qualified';

describe('a check of the chosen columns', () => {
  test('finds nothing in a clean file', async () => {
    expect(await check(CLEAN_FILE)).toEqual({
      total: { leads: 200, conversions: 80 },
      deciding: [],
      unsplit: [],
      alike: [],
    });
  });

  test('finds an attribute that all but decides the status', async () => {
    const stage = withColumn('Deal', (lead) => (isWon(lead) === (lead % 40 !== 0) ? 'Contract' : 'None'));
    const { deciding } = await check(stage);
    expect(deciding).toMatchObject([{ column: 3, example: { value: 'Contract' } }]);
    expect(deciding[0]?.auc).toBeGreaterThan(0.95);
  });

  test('finds a date that only converted leads have', async () => {
    const closed = withColumn('Closed', (lead) => (isWon(lead) ? `2026-01-01 ${lead}` : ''));
    expect((await check(closed)).deciding).toMatchObject([{ column: 3, auc: 1 }]);
  });

  test('finds no decision in an id, nor while no status counts as converted', async () => {
    expect((await check(withColumn('Id', (lead) => `L${lead}`))).deciding).toEqual([]);
    const stage = withColumn('Deal', (lead) => (isWon(lead) ? 'Contract' : 'None'));
    expect((await check(stage, 'Unheard of')).deciding).toEqual([]);
  });

  test('finds 13 numbers of which no split holds; 12 numbers have none to find', async () => {
    const numbers = (count: number) => withColumn('Visits', (lead) => String((lead * 7) % count));
    expect((await check(numbers(13))).unsplit).toEqual([3]);
    expect((await check(numbers(12))).unsplit).toEqual([]);
    const telling = withColumn('Visits', (lead) => String(isWon(lead) ? 20 + (lead % 13) : lead % 13));
    expect((await check(telling)).unsplit).toEqual([]);
  });

  test('finds two columns that say the same up to few exceptions', async () => {
    const codes: Record<string, string> = { Germany: 'DE', France: 'FR', Spain: 'ES' };
    const code = withColumn('Code', (lead) =>
      lead === 0 ? 'FR' : (codes[CLEAN_FILE.Country?.[lead] ?? ''] ?? ''),
    );
    expect((await check(code)).alike).toEqual([
      { columns: [2, 3], exceptions: 1, values: ['Germany', 'DE'] },
    ]);
  });

  test('compares the values with their new names', async () => {
    const codes: Record<string, string> = { Germany: 'DE', France: 'FR', Spain: 'ES' };
    const code = withColumn('Code', (lead) => codes[CLEAN_FILE.Country?.[lead] ?? ''] ?? '');
    const merged = new Map([
      ['DE', 'Elsewhere'],
      ['FR', 'Elsewhere'],
    ]);
    expect((await check(code, 'Qualified', merged)).alike).toEqual([]);
  });

  test('finds an attribute that says the same as the status', async () => {
    const copy = withColumn('Stage', (lead) => (isWon(lead) ? 'Customer' : 'Closed'));
    expect((await check(copy, 'Unheard of')).alike).toEqual([
      { columns: [3, 0], exceptions: 0, values: ['Closed', 'Lost'] },
    ]);
  });

  test('pauses before each column, and before each two columns', async () => {
    const { table } = await readFile(csvOf(CLEAN_FILE));
    const onSlice = vi.fn(() => Promise.resolve());
    const attributes = [1, 2].map((column) => ({
      column,
      field: `${column}`,
      ranges: null,
      mapping: new Map(),
    }));
    const plan = { statusColumn: 0, qualified: new Set(['Qualified']), attributes };
    await checkColumns(createLoadedFile(table, 2026), plan, onSlice);
    // Two attributes, and three pairs of these and the status.
    expect(onSlice).toHaveBeenCalledTimes(5);
  });

  test('two columns of nearly one value each do not say the same', async () => {
    const rare = withColumn('Do Not Call', (lead) => (lead === 17 ? 'Yes' : 'No'));
    const both = withColumn('Do Not Email', (lead) => (lead === 90 ? 'Yes' : 'No'), rare);
    expect((await check(both)).alike).toEqual([]);
  });
});
