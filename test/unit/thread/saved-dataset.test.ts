import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { readCsv } from '#frontend/csv/read-csv.ts';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';
import { connectThread } from '#frontend/thread/client.ts';
import { exportDataset } from '#frontend/thread/export-dataset.ts';
import { serveThread } from '#frontend/thread/serve.ts';
import { unpackAnalysis, UNPACKED_CSV } from '#frontend/thread/unpack-analysis.ts';
import { portPair } from '#test/support/port-pair.ts';

const noPause = () => Promise.resolve();
const quietly = { onProgress: () => {}, signal: new AbortController().signal };

async function linesOf(dataset: Blob): Promise<unknown[]> {
  const text = gunzipSync(await dataset.bytes()).toString('utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

function asBytes(answer: unknown): Uint8Array {
  return new TextEncoder().encode(typeof answer === 'string' ? answer : JSON.stringify(answer));
}

async function unpack(answer: unknown) {
  return unpackAnalysis(asBytes(answer), noPause);
}

async function readBack(csv: Uint8Array | null): Promise<string[][]> {
  if (!csv) throw new Error('There is no dataset');
  const result = await readCsv(csv, UNPACKED_CSV, () => {});
  if (!result.ok) throw new Error(result.error.reason);
  const { table } = result.value;
  return [table.headers, ...table.readRows(0, table.rowCount)];
}

const NASTY_HEADERS = ['sep=;', '__proto__', 'Sta﻿tus', 'Größe, cm', 'a"b', 'Column 6'];
const NASTY_ROWS = [
  ['Zürich', '', 'say "hi"', '"', '""', 'a,b'],
  ['line\nbreak', 'cr\rlf\r\n.', '\\', '\\"', 'tab\there', '日本語 🚀'],
  ['', '', '', '', '', 'x'],
  ["'=1+1", '=1+1', 'a﻿b', '\u0000nul', '[]', '],['],
];

describe('the dataset of an open file', () => {
  test('comes as one line of JSON per row, headers first, compressed', async () => {
    const dataset = await exportDataset(new TextTable(NASTY_HEADERS, NASTY_ROWS), noPause);
    expect(await linesOf(dataset)).toEqual([NASTY_HEADERS, ...NASTY_ROWS]);
  });

  test('is made in slices, so that the thread answers other questions meanwhile', async () => {
    const rows = Array.from({ length: 5000 }, (_, row) => [String(row), 'x']);
    const onSlice = vi.fn(noPause);
    const dataset = await exportDataset(new TextTable(['a', 'b'], rows), onSlice);
    expect(onSlice.mock.calls.length).toBeGreaterThan(1);
    expect(await linesOf(dataset)).toEqual([['a', 'b'], ...rows]);
  });

  test('has as many cells in each row as there are headers, whatever the file had', async () => {
    const [pageEnd, threadEnd] = portPair();
    serveThread(threadEnd);
    const thread = connectThread(pageEnd, vi.fn());
    await expect(thread.exportDataset()).rejects.toThrow('No file is open');
    await thread.open(new File(['Status,Source\nWon\nLost,Ads,extra\n\n'], 'leads.csv'), {}, quietly);
    expect(await linesOf(await thread.exportDataset())).toEqual([
      ['Status', 'Source'],
      ['Won', ''],
      ['Lost', 'Ads'],
    ]);
  });
});

describe('a saved analysis, taken apart', () => {
  const record = (analysisData: object) => ({
    id: '1',
    fileName: '{"analysisData":{"rows":[["no"]]}}',
    configurationData: {
      rows: [['neither']],
      valueMappings: JSON.parse('{"__proto__":{"a":"b"}}') as object,
    },
    analysisData,
    conversionValue: 100,
  });

  test('gives the record without rows, and the dataset as it was', async () => {
    const saved = record({
      metrics: [{ rows: [1] }],
      headers: NASTY_HEADERS,
      rows: NASTY_ROWS,
      totalLeads: 4,
    });
    const { record: rest, csv } = await unpack(saved);
    expect(JSON.stringify(rest)).toBe(
      JSON.stringify({ ...saved, analysisData: { ...saved.analysisData, rows: [] } }),
    );
    expect(await readBack(csv)).toEqual([NASTY_HEADERS, ...NASTY_ROWS]);
  });

  test('may be written with blanks, escapes and keys in any order', async () => {
    const { csv } = await unpack(
      ' {\n "analysisData" : { "rows" : [ [ "\\u0041" , "b" ] , ["\\\\", "\\"]"] ] , "headers":["x","y"] } }\n',
    );
    expect(await readBack(csv)).toEqual([
      ['x', 'y'],
      ['A', 'b'],
      ['\\', '"]'],
    ]);
  });

  test('is read in slices, and none is lost where two meet', async () => {
    const rows = Array.from({ length: 60_000 }, (_, row) => [
      `row ${row}`,
      'some text "quoted", and more of it',
    ]);
    const onSlice = vi.fn(noPause);
    const { csv } = await unpackAnalysis(asBytes(record({ headers: ['a', 'b'], rows })), onSlice);
    expect(onSlice.mock.calls.length).toBeGreaterThan(2);
    expect((await readBack(csv)).slice(1)).toEqual(rows);
  });

  test.each([
    ['no rows', { headers: ['a', 'b'] }],
    ['no headers', { rows: [['a', 'b']] }],
    ['an empty list of rows', { headers: ['a', 'b'], rows: [] }],
    ['rows that are null', { headers: ['a', 'b'], rows: null }],
    ['a row that is no list', { headers: ['a', 'b'], rows: [['a', 'b'], 'c'] }],
    ['a cell that is no text', { headers: ['a', 'b'], rows: [['a', 1]] }],
    ['headers that are no texts', { headers: [1, 2], rows: [['a', 'b']] }],
  ])('has no dataset with %s, and its record all the same', async (_, analysisData) => {
    const { record: rest, csv } = await unpack(record({ totalLeads: 7, ...analysisData }));
    expect(csv).toBeNull();
    expect(rest).toMatchObject({ id: '1', analysisData: { totalLeads: 7 } });
  });

  test.each(['null', '7', '[]', '"text"', '{}', '{"analysisData":null}', '{"analysisData":[]}'])(
    'is not one, but no failure either, where the answer is %s',
    async (answer) => {
      expect(await unpack(answer)).toEqual({ record: JSON.parse(answer) as unknown, csv: null });
    },
  );

  test.each([
    '',
    '<h1>',
    '{"analysisData":{"headers":["a","b"],"rows":[["a","b"]',
    '{"analysisData":{"headers":["a","b"],"rows":[[x]]}}',
  ])('fails where the answer is no JSON: %s', async (answer) => {
    await expect(unpack(answer)).rejects.toThrow(SyntaxError);
  });

  test('is handed to the thread, not copied, and the open file stays', async () => {
    const [pageEnd, threadEnd] = portPair();
    serveThread(threadEnd);
    const thread = connectThread(pageEnd, vi.fn());
    await thread.open(new File(['Status,Source\nWon,Ads\n'], 'leads.csv'), {}, quietly);
    const bytes = asBytes(record({ headers: ['a', 'b'], rows: [['1', '2']] })).buffer as ArrayBuffer;
    const { csv } = await thread.unpackAnalysis(bytes);
    expect(bytes.detached).toBe(true);
    expect(new TextDecoder().decode(csv ?? undefined)).toBe('"a","b"\n1,2\n');
    expect((await thread.describeColumn(1)).values).toEqual(['Ads']);
  });
});

test('any table of trimmed texts comes back from saving and opening as it was', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.string({
      unit: fc.constantFrom('"', ',', '\n', '\r', '\\', 'a', '[', ']', ' ', '\t', ';'),
      maxLength: 8,
    }),
  );
  const trimmed = cell.map((text) => text.trim());
  const dataset = fc.integer({ min: 2, max: 5 }).chain((width) =>
    fc.record({
      headers: fc.uniqueArray(
        trimmed.filter((text) => text !== ''),
        { minLength: width, maxLength: width },
      ),
      rows: fc.array(
        fc
          .array(trimmed, { minLength: width, maxLength: width })
          .filter((row) => row.some((text) => text !== '')),
        { minLength: 1, maxLength: 6 },
      ),
    }),
  );
  await fc.assert(
    fc.asyncProperty(dataset, async ({ headers, rows }) => {
      const lines = await linesOf(await exportDataset(new TextTable(headers, rows), noPause));
      const [savedHeaders, ...savedRows] = lines;
      const { csv } = await unpack({ analysisData: { headers: savedHeaders, rows: savedRows } });
      expect(await readBack(csv)).toEqual([headers, ...rows]);
    }),
    { numRuns: 300 },
  );
});

test('rows of any JSON are taken for a dataset exactly where all of them are lists of texts', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.string({
      unit: fc.constantFrom('"', ',', '\n', '\r', '\\', 'a', ']', ' ', '\ud800', 'ä'),
      maxLength: 6,
    }),
  );
  const element = fc.oneof(
    { weight: 30, arbitrary: text },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
  );
  const rows = fc.oneof(
    { weight: 9, arbitrary: fc.array(fc.array(element, { maxLength: 4 }), { maxLength: 5 }) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
  const writing = fc.record({ indent: fc.nat(2), isEscaped: fc.boolean(), isLast: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(rows, writing, async (value, { indent, isEscaped, isLast }) => {
      const headers = ['a', 'b', 'c', 'd'];
      const analysisData = isLast ? { headers, rows: value } : { rows: value, headers };
      const json = JSON.stringify({ id: 'x', analysisData }, null, indent);
      const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
      const { record: rest, csv } = await unpack(isEscaped ? json.replace(/[^\0-\x7f]/g, escape) : json);
      expect(rest).toEqual({ id: 'x', analysisData: { headers, rows: [] } });

      const sent = JSON.parse(JSON.stringify(value)) as unknown;
      const isTexts =
        Array.isArray(sent) &&
        sent.every((row) => Array.isArray(row) && row.every((cell) => typeof cell === 'string'));
      if (!isTexts || !(sent as string[][]).flat().some((cell) => cell.trim() !== '')) {
        expect(csv).toBeNull();
        return;
      }
      const expected = (sent as string[][]).map((row) =>
        headers.map((_, column) => (row[column] ?? '').toWellFormed().trim()),
      );
      expect((await readBack(csv)).slice(1)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
