import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { IntakeReport, ReadProgress } from '#frontend/csv/read-csv.ts';
import { codeColumn, codeSmallColumn, sampleColumns, type FileTable } from '#frontend/csv/table.ts';
import { UNPACKED_CSV, unpackDataset } from '#frontend/threads/leads/unpack-dataset.ts';
import { packRows } from '#test/support/saved-analysis.ts';
import { damagedFile, readOptions } from '#test/support/csv-bytes.ts';
import { readAndCompare, readFile, readWithoutWebAssembly, rowsOf } from '#test/support/csv-read.ts';
import { FUZZ_TIMEOUT_MS, fuzz } from '#test/support/fuzz.ts';

const MAX_NOTED_QUOTES = 20;

/** Whether a row has text; one that has it only beyond the columns is kept, as blanks. */
const hasText = (row: readonly string[]): boolean => row.some((cell) => cell !== '');

function expectSoundTable(table: FileTable, rows: readonly string[][]): void {
  const { headers, rowCount } = table;
  const columnCount = headers.length;
  expect(columnCount).toBeGreaterThanOrEqual(2);
  expect(columnCount).toBeLessThanOrEqual(40);
  expect(headers.every((name) => name !== '')).toBe(true);
  expect(new Set(headers).size).toBe(columnCount);
  expect(rowCount).toBeGreaterThanOrEqual(1);
  expect(rows.length).toBe(rowCount);
  expect(rows.every((row) => row.length === columnCount)).toBe(true);
}

/** The columns say the same as the rows, cell by cell. */
function expectSameColumns(table: FileTable, rows: readonly string[][]): void {
  const samples = sampleColumns(table, 3);
  for (const column of table.headers.keys()) {
    const cells = rows.map((row) => row[column] ?? '');
    const coded = codeColumn(table, column);
    const { codes, categories, leads } = coded;
    expect(Array.from(codes, (code) => categories[code])).toEqual(cells);
    expect(leads.length).toBe(categories.length);
    expect(leads.every((count, code) => count === codes.filter((other) => other === code).length)).toBe(true);
    const filled = [...new Set(cells)].filter((cell) => cell !== '');
    expect(samples[column]).toEqual({ samples: filled.slice(0, 3), hasBlanks: cells.includes('') });
    expect(codeSmallColumn(table, column, 5)).toEqual(filled.length > 5 ? null : coded);
  }
}

function expectSoundReport(report: IntakeReport, { lines, rowCount }: { lines: number; rowCount: number }) {
  expect(report.headerRow).toBeGreaterThanOrEqual(1);
  expect(rowCount).toBeLessThanOrEqual(lines);
  for (const count of [report.emptyRowsSkipped, report.shortRowsPadded, report.longRowsCut]) {
    expect(count).toBeGreaterThanOrEqual(0);
    expect(count).toBeLessThanOrEqual(lines);
  }
  const { unterminatedQuoteLines: noted, unterminatedQuotes } = report;
  expect(noted.length).toBe(Math.min(unterminatedQuotes, MAX_NOTED_QUOTES));
  expect(noted).toEqual(noted.toSorted((a, b) => a - b));
  for (const line of noted) {
    expect(line).toBeGreaterThanOrEqual(1);
    expect(line).toBeLessThanOrEqual(lines);
  }
}

function expectForward(progress: readonly ReadProgress[], bytesTotal: number): void {
  let last = 0;
  for (const { bytesRead, ...rest } of progress) {
    expect(rest.bytesTotal).toBe(bytesTotal);
    expect(bytesRead).toBeGreaterThanOrEqual(last);
    expect(bytesRead).toBeLessThanOrEqual(bytesTotal);
    last = bytesRead;
  }
}

test.each([
  ['intake of any bytes', readAndCompare],
  ['intake of any bytes without WebAssembly', readWithoutWebAssembly],
])(
  'whatever the bytes are, reading ends in a sound table or in a reason: %s',
  async (name, read) => {
    await fuzz({
      name,
      arbitrary: fc.record({ bytes: damagedFile, options: readOptions }),
      cases: 80,
      check: async ({ bytes, options }) => {
        const progress: ReadProgress[] = [];
        const before = bytes.slice();
        const result = await read(bytes, options, (step) => void progress.push(step));
        expect(bytes).toEqual(before);
        if (!result.ok) {
          expect(result.error.reason).toMatch(/^(too-few-rows|too-few-columns|too-many-columns|unreadable)$/);
          return;
        }
        const { table, report } = result.value;
        const rows = rowsOf(table);
        expectSoundTable(table, rows);
        expect(rows.filter((row) => !hasText(row)).length).toBeLessThanOrEqual(report.longRowsCut);
        expectSameColumns(table, rows);
        // Every byte may be half of a line end, and no file has more lines than bytes.
        expectSoundReport(report, { lines: bytes.length + 1, rowCount: table.rowCount });
        expectForward(progress, bytes.length);
      },
    });
  },
  FUZZ_TIMEOUT_MS,
);

test(
  'a table that was read is saved and comes back the same',
  async () => {
    await fuzz({
      name: 'dataset there and back',
      arbitrary: fc.record({ bytes: damagedFile, options: readOptions }),
      cases: 80,
      check: async ({ bytes, options }) => {
        const result = await readAndCompare(bytes, options);
        if (!result.ok) return;
        const { table } = result.value;
        const rows = rowsOf(table);
        fc.pre(rows.some(hasText));
        const sent = packRows([table.headers, ...rows]);
        const unpacked = await unpackDataset(sent.buffer, async () => {});
        const again = await readAndCompare(unpacked?.csv ?? new Uint8Array(), UNPACKED_CSV);
        if (!again.ok) throw new Error(again.error.reason);
        expect(again.value.table.headers).toEqual(table.headers);
        expect(rowsOf(again.value.table)).toEqual(rows);
      },
    });
  },
  FUZZ_TIMEOUT_MS,
);

const LINE_ENDS = /\r\n|\n|\r/;

/** Text without quotes, in which lines and cells are plain to see. */
const plainText = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...'abZ09äß€日🙂 =-.') },
      { weight: 4, arbitrary: fc.constantFrom(...',,,\n\n\r'.split(''), '\r\n', '\0', '\u00a0', '\u2028') },
    ),
    { maxLength: 80 },
  )
  .map((parts) => `h1,h2,h3\n${parts.join('')}`);

test(
  'without quotes, lines are rows and commas split them',
  async () => {
    await fuzz({
      name: 'plain text',
      arbitrary: plainText,
      cases: 80,
      check: async (text) => {
        const [, ...lines] = text.split(LINE_ENDS).map((line) => line.split(',').map((cell) => cell.trim()));
        const expected = lines.filter(hasText).map((cells) => [0, 1, 2].map((column) => cells[column] ?? ''));
        fc.pre(expected.length > 0);
        const read = await readFile(text, { encoding: 'utf-8', delimiter: ',', headerRow: 1 });
        expect(read.rows).toEqual(expected);
      },
    });
  },
  FUZZ_TIMEOUT_MS,
);
