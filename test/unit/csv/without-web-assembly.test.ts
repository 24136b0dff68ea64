import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { TextTable } from '#frontend/csv/papaparse-reader.ts';
import { readCsv, type ReadOptions } from '#frontend/csv/read-csv.ts';
import { codeColumn, codeSmallColumn } from '#frontend/csv/table.ts';
import { raggedFile, wellFormedFile } from '#test/support/csv-files.ts';
import { bytesOf, describeRead, readWithoutWebAssembly, rowsOf } from '#test/support/csv-read.ts';
import {
  germanSpreadsheet,
  googleAdsReport,
  hubspotExport,
  linkedInReport,
  salesforceReport,
} from '#test/support/csv-samples.ts';
import { expectSame } from '#test/support/expect-same.ts';

afterEach(() => vi.restoreAllMocks());

/**
 * Reads a file without WebAssembly, and holds all of the result to the compiled reader's. Where quotes after a backslash are kept, not
 * whether they could be doubled: that may leave damaged quotes, which PapaParse reads in its own way.
 */
async function expectSameRead(file: string | Uint8Array, options: ReadOptions = {}): Promise<void> {
  const compiled = describeRead(await readCsv(bytesOf(file), options, () => {}));
  const papa = describeRead(await readWithoutWebAssembly(file, options));
  if (!('report' in compiled) || !('report' in papa)) return expectSame(papa, compiled);
  expect(compiled.report.reader).toBe('compiled');
  const { backslashQuotes } = options.keepBackslashQuotes ? papa.report : compiled.report;
  expectSame(papa, { ...compiled, report: { ...compiled.report, reader: 'papaparse', backslashQuotes } });
}

async function readOf(file: string | Uint8Array, options: ReadOptions = {}) {
  const read = await readWithoutWebAssembly(file, options);
  if (!read.ok) throw new Error(read.error.reason);
  return { ...read.value, rows: rowsOf(read.value.table) };
}

const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));

describe('PapaParse reads the same as the compiled reader', () => {
  /** A line of one pair of quotes: a row of one empty cell, which PapaParse does not tell from a blank line. */
  const QUOTED_BLANK_LINE = /(?:^|[\r\n])"\s*"\s*(?:$|[\r\n])/;

  test('in every well-formed file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(wellFormedFile, raggedFile), async ({ file, delimiter }) => {
        fc.pre(!QUOTED_BLANK_LINE.test(file));
        const layout = { delimiter, headerRow: 1, encoding: 'utf-8' } as const;
        await expectSameRead(file, { ...layout, keepBackslashQuotes: true });
      }),
      { numRuns: 300 },
    );
  });

  test.each(
    Object.entries({ googleAdsReport, salesforceReport, hubspotExport, germanSpreadsheet, linkedInReport }),
  )('in %s, with any choice', async (_, file) => {
    for (const options of [
      {},
      { keepPreamble: true },
      { dropFooter: true },
      { dropFooter: false },
      { headerRow: 2 },
      { delimiter: ';' as const },
    ]) {
      await expectSameRead(file, options);
      await expectSameRead(utf16(file), options);
      await expectSameRead(new Uint8Array(Buffer.from(file, 'latin1')), options);
    }
  });

  test.each([
    ['rows of several widths beyond the header', 'h0,h1\n0\n"\0\ra","""","\n"\n"a\r",a,"\r",a\n,a,\n'],
    ['a line sep=', 'sep=;\r\na,x;b,x\r\n1,1;2,2\r\n'],
    ['a byte order mark', '\ufeffa,b\n1,2\n'],
    ['blank lines and empty rows', 'a,b\n\n1,2\n,\n  \n"",""\n\n3,4\n\n'],
    ['rows of any width', 'a,b,c\n1\n1,2\n1,2,3\n1,2,3,4\n1,2,3,,,\n,,,x\n'],
    ['total lines that are too short and too long', 'a,b,c\n1,2,3\n3,4,5\nTotal,2\nTotal,2,3,extra\n'],
    ['a mixture of line ends', 'a,b\r1,2\r\n"x\ry\r\nz",4\n\r\r\n5,"6"'],
    ['repeated and empty headers', 'Source,,Source\n1,2,3\n'],
    ['a quote within a cell', 'a,b\n5" pipe,a "b" c\n'],
    ['41 columns', `${'x,'.repeat(40)}x\n${'1,'.repeat(40)}1\n`],
    ['one column', 'a\n1\n'],
    ['no row', 'a,b\n,\n'],
    ['nothing', ''],
    ['a spreadsheet', 'PK\u0003\u0004'],
  ])('in a file of %s', async (_, file) => {
    for (const options of [{}, { dropFooter: true }, { dropFooter: false }])
      await expectSameRead(file, options);
  });

  test('in a saved dataset, whose empty rows stay', async () => {
    await expectSameRead('a,b\n1,2\n,\n3,4\n', { keepEmptyRows: true, headerRow: 1, delimiter: ',' });
  });
});

describe('PapaParse reads damaged quotes in its own way', () => {
  test('a quote that never closes holds the rest of the file, and its line is named', async () => {
    const { rows, report } = await readOf('sep=,\na,b\r1,2\r\n3,"4\n5,6\n');
    expect(rows).toEqual([
      ['1', '2'],
      ['3', '4\n5,6'],
    ]);
    expect(report).toMatchObject({ reader: 'papaparse', unterminatedQuotes: 1, unterminatedQuoteLines: [4] });
  });

  test('text after a closing quote is part of the quoted text', async () => {
    expect((await readOf('a,b\n"x"y,1\n')).rows).toEqual([['x"y,1', '']]);
  });
});

test('progress is told once, at the end, and ends the reading where it throws', async () => {
  const told: object[] = [];
  const file = utf16('a,b\n1,2\n3,4\n');
  await readWithoutWebAssembly(file, {}, (progress) => void told.push(progress));
  expect(told).toEqual([{ bytesRead: file.length, bytesTotal: file.length, rowsRead: 2 }]);
  const cancelled = readWithoutWebAssembly(file, {}, () => {
    throw new Error('cancelled');
  });
  await expect(cancelled).rejects.toThrow('cancelled');
});

test('a column of more texts than the limit is not coded to its end', async () => {
  const { table } = await readOf(
    `a,b\n${Array.from({ length: 100 }, (_, n) => `${n % 30},${n % 4 || ''}\n`).join('')}`,
  );
  expect(codeSmallColumn(table, 0, 29)).toBeNull();
  expect(codeSmallColumn(table, 0, 30)).toEqual(codeColumn(table, 0));
  expect(codeSmallColumn(table, 1, 2)).toBeNull();
  expect(codeSmallColumn(table, 1, 3)).toEqual(codeColumn(table, 1));
});

test('a table of texts pads short rows, and leaves out cells beyond the headers', () => {
  const table = new TextTable(['a', 'b'], [['', ''], ['x'], [], ['1', '2', '3']]);
  expect(table.readRows(0, 9)).toEqual([
    ['', ''],
    ['x', ''],
    ['', ''],
    ['1', '2'],
  ]);
});

/** Rows so short that what coding them needs is more than all that a file of this length is given at first. */
const SHORT_ROWS = `a,b\n${'1,\n,"2"\n"3"\n'.repeat(20_000)}`;

describe('PapaParse reads', () => {
  const grow = WebAssembly.Memory.prototype.grow;
  function growOnly(times: number) {
    const spy = vi.spyOn(WebAssembly.Memory.prototype, 'grow');
    spy.mockImplementation(function (this: WebAssembly.Memory, pages) {
      if (spy.mock.calls.length > times) throw new RangeError('no memory');
      return grow.call(this, pages);
    });
    return spy;
  }

  test.each([
    ['for the file', 0],
    ['for its columns', 1],
  ])('where there is no memory %s', async (_, times) => {
    const expected = describeRead(await readCsv(bytesOf(SHORT_ROWS), {}, () => {}));
    growOnly(times);
    const read = describeRead(await readCsv(bytesOf(SHORT_ROWS), {}, () => {}));
    if (!('report' in read) || !('report' in expected)) throw new Error('not read');
    expect(read.report.reader).toBe('papaparse');
    expectSame(read, { ...expected, report: { ...expected.report, reader: 'papaparse' } });
  });
});
