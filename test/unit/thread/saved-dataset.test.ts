import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { readCsv } from '#frontend/csv/read-csv.ts';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';
import { connectThread } from '#frontend/thread/client.ts';
import { exportDataset, type ExportedDataset } from '#frontend/thread/export-dataset.ts';
import { serveThread } from '#frontend/thread/serve.ts';
import { unpackDataset, UNPACKED_CSV } from '#frontend/thread/unpack-dataset.ts';
import { portPair } from '#test/support/port-pair.ts';

const noPause = () => Promise.resolve();
const quietly = { onProgress: () => {}, signal: new AbortController().signal };

async function linesOf({ gzip, bytes }: ExportedDataset): Promise<unknown[]> {
  const text = gunzipSync(await gzip.bytes()).toString('utf8');
  expect(bytes).toBe(new TextEncoder().encode(text).length);
  expect(text.endsWith('\n')).toBe(true);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

const gzip = (text: string | Uint8Array): ArrayBuffer => Uint8Array.from(gzipSync(text)).buffer;

/** A list of rows as they are stored, and what the page makes of it. */
const unpack = (rows: readonly unknown[]) =>
  unpackDataset(gzip(rows.map((row) => JSON.stringify(row)).join('\n')), noPause);

async function readBack(csv: Uint8Array | undefined): Promise<string[][]> {
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

test('a dataset says how large it is and how long its longest row, in bytes', async () => {
  const rows = [['é'.repeat(10), 'x'], ...Array.from({ length: 5000 }, () => ['a', 'b'])];
  const { bytes, longestRowBytes } = await exportDataset(new TextTable(['a', 'b'], rows), noPause);
  expect(longestRowBytes).toBe('["",""]'.length + 20 + 1);
  expect(bytes).toBe(10 * 5001 + longestRowBytes + 1);
});

describe('a saved dataset', () => {
  test('comes back as it was', async () => {
    const unpacked = await unpack([NASTY_HEADERS, ...NASTY_ROWS]);
    expect(unpacked?.headers).toEqual(NASTY_HEADERS);
    expect(await readBack(unpacked?.csv)).toEqual([NASTY_HEADERS, ...NASTY_ROWS]);
  });

  test('may have blanks, escapes, CR before its line ends, and one after the last line', async () => {
    const lines = '[ "x" , "y" ]\r\n["\\u0041","b"]\r\n[ "\\\\", "\\"]" ]\r\n';
    const unpacked = await unpackDataset(gzip(lines), noPause);
    expect(await readBack(unpacked?.csv)).toEqual([
      ['x', 'y'],
      ['A', 'b'],
      ['\\', '"]'],
    ]);
  });

  test('is read in slices, and nothing is lost where two meet', async () => {
    const rows = Array.from({ length: 60_000 }, (_, row) => [`row ${row}`, 'some text "quoted", ö and more']);
    const onSlice = vi.fn(noPause);
    const lines = [['a', 'b'], ...rows].map((row) => JSON.stringify(row)).join('\n');
    const unpacked = await unpackDataset(gzip(lines), onSlice);
    expect(onSlice.mock.calls.length).toBeGreaterThan(2);
    expect((await readBack(unpacked?.csv)).slice(1)).toEqual(rows);
  });

  test('may have a row of many slices', async () => {
    const rows = [
      ['x'.repeat(5_000_000), '1'],
      ['y', '2'],
    ];
    const unpacked = await unpack([['a', 'b'], ...rows]);
    expect((await readBack(unpacked?.csv)).slice(1)).toEqual(rows);
  });

  test.each<[string, unknown[]]>([
    ['nothing', []],
    ['headers alone', [['a', 'b']]],
    ['a row that is no list', [['a', 'b'], 'c']],
    [
      'a cell that is no text',
      [
        ['a', 'b'],
        ['a', 1],
      ],
    ],
    ['one header', [['a'], ['b']]],
    ['41 headers', [Array(41).fill('a'), Array(41).fill('b')]],
    [
      'blank headers',
      [
        ['', ' '],
        ['b', 'c'],
      ],
    ],
    [
      'blank cells only',
      [
        ['a', 'b'],
        ['', ' '],
        ['\t', ''],
      ],
    ],
  ])('is none with %s', async (_, rows) => {
    expect(await unpack(rows)).toBeNull();
  });

  test.each([
    ['no gzip', Uint8Array.from([1, 2, 3]).buffer],
    ['cut off', gzip('["a","b"]\n["1","2"]').slice(0, -9)],
    ['no JSON', gzip('["a","b"]\n["1","2"')],
  ])('fails where it is damaged: %s', async (_, bytes) => {
    await expect(unpackDataset(bytes, noPause)).rejects.toThrow();
  });

  test('is handed to the thread, not copied, and the open file stays', async () => {
    const [pageEnd, threadEnd] = portPair();
    serveThread(threadEnd);
    const thread = connectThread(pageEnd, vi.fn());
    await thread.open(new File(['Status,Source\nWon,Ads\n'], 'leads.csv'), {}, quietly);
    const bytes = gzip('["a","b"]\n["1","2"]');
    const unpacked = await thread.unpackDataset(bytes);
    expect(bytes.detached).toBe(true);
    expect(new TextDecoder().decode(unpacked?.csv)).toBe('"a","b"\n1,2\n');
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
      const sent = await exportDataset(new TextTable(headers, rows), noPause);
      const unpacked = await unpackDataset(await sent.gzip.arrayBuffer(), noPause);
      expect(await readBack(unpacked?.csv)).toEqual([headers, ...rows]);
    }),
    { numRuns: 300 },
  );
});
