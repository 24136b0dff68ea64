import { describe, expect, test } from 'vitest';
import type { Unpacked } from '#frontend/csv/packed.ts';
import type { IntakeReport } from '#frontend/csv/read-csv.ts';
import { describeIntake } from '#frontend/features/open-file/intake-text.ts';
import { intakeNotices } from '#frontend/features/open-file/intake-line.tsx';
import { openedFile } from '#test/support/opened-file.ts';

const clean = openedFile(['Status', 'Source']).report;

function noticesOf(overrides: Partial<IntakeReport>) {
  return intakeNotices({ ...clean, ...overrides });
}

const unpacked: Unpacked = {
  entry: null,
  entries: [],
  sheet: 'May',
  sheets: ['May'],
  errorCells: 0,
  hiddenRows: 0,
  otherRows: 0,
  otherColumns: 0,
  isWhole: false,
};

describe('the line about the file', () => {
  test('counts leads and columns and names delimiter and encoding', () => {
    const headers = Array.from({ length: 37 }, (_, i) => `c${i}`);
    expect(describeIntake(openedFile(headers, { rowCount: 9240 }))).toBe(
      '9,240 leads, 37 columns, comma-separated, UTF-8',
    );
  });

  test.each([
    [{ delimiter: ';', encoding: 'windows-1252' }, '1 lead, 2 columns, semicolon-separated, Windows-1252'],
    [{ delimiter: '\t', encoding: 'utf-16le' }, '1 lead, 2 columns, tab-separated, UTF-16'],
    [{ delimiter: '|', encoding: 'utf-16be' }, '1 lead, 2 columns, pipe-separated, UTF-16 (big-endian)'],
  ] as const)('%o', (found, text) => {
    const file = openedFile(['a', 'b'], { rowCount: 1, report: { ...clean, ...found } });
    expect(describeIntake(file)).toBe(text);
  });
});

describe('the line about a spreadsheet or zip', () => {
  test.each([
    [unpacked, '1 lead, 2 columns, sheet “May”'],
    [{ ...unpacked, sheets: ['April', 'May'] }, '1 lead, 2 columns, sheet “May” (2 of 2)'],
    [
      { ...unpacked, sheet: null, sheets: [], entry: 'a.csv', entries: ['a.csv'] },
      '1 lead, 2 columns, comma-separated, UTF-8, a.csv in the zip',
    ],
    [
      { ...unpacked, entry: 'b.xlsx', entries: ['a.csv', 'b.xlsx'] },
      '1 lead, 2 columns, sheet “May”, b.xlsx (2 of 2) in the zip',
    ],
  ])('%o', (found, text) => {
    const file = openedFile(['a', 'b'], { rowCount: 1, report: { ...clean, unpacked: found } });
    expect(describeIntake(file)).toBe(text);
  });
});

describe('notices', () => {
  test('a regular file has none', () => {
    expect(intakeNotices(clean)).toEqual([]);
  });

  test('lines above the header offer the other choice', () => {
    const sample = ['Campaign report', 'January'];
    expect(noticesOf({ preamble: { lines: 2, kept: false, sample } })).toMatchObject([
      {
        text: '2 lines above the column headers were left out.',
        evidence: '“Campaign report”, “January”',
        choice: { label: 'Keep', change: { keepPreamble: true } },
      },
    ]);
    expect(noticesOf({ preamble: { lines: 1, kept: true, sample: ['Report'] } })).toMatchObject([
      {
        text: '1 line above the column headers is counted as a lead.',
        choice: { label: 'Leave out', change: { keepPreamble: false } },
      },
    ]);
  });

  test('lines at the end offer the other choice, and the sample says how many more there are', () => {
    expect(noticesOf({ footer: { lines: 3, dropped: 0, sample: ['Total, 9'] } })).toMatchObject([
      {
        text: 'The last 3 lines look like a report footer but are counted as leads.',
        evidence: '“Total, 9” and 2 more',
        choice: { label: 'Leave out', change: { dropFooter: true } },
      },
    ]);
    expect(noticesOf({ footer: { lines: 1, dropped: 1, sample: ['Total'] } })).toMatchObject([
      {
        text: 'The last line looks like a report footer and was left out.',
        choice: { label: 'Keep', change: { dropFooter: false } },
      },
    ]);
  });

  test.each([
    [1, 'The last 6 lines look like a report footer: 5 are counted as leads, 1 was left out.'],
    [5, 'The last 6 lines look like a report footer: 1 is counted as a lead, 5 were left out.'],
  ])('lines at the end of which %i were left out offer to leave out the others', (dropped, text) => {
    expect(noticesOf({ footer: { lines: 6, dropped, sample: [] } })).toMatchObject([
      { text, needsLook: true, choice: { label: 'Leave out', change: { dropFooter: true } } },
    ]);
  });

  test('skipped, padded and cut rows are counted', () => {
    const notices = noticesOf({ emptyRowsSkipped: 1, shortRowsPadded: 1200, longRowsCut: 2 });
    expect(notices.map(({ text }) => text)).toEqual([
      '1 empty row was skipped.',
      '1,200 rows had too few cells; the missing ones count as blank.',
      '2 rows had too many cells; the extra ones were left out.',
    ]);
  });

  test('of a spreadsheet hidden rows, errors and other tables are counted', () => {
    const found = { ...unpacked, errorCells: 1, hiddenRows: 3, otherColumns: 1 };
    expect(noticesOf({ unpacked: found })).toMatchObject([
      {
        text: 'The first table of the sheet is read; 1 column beside it was left out.',
        choice: { label: 'Read the whole sheet', change: { wholeSheet: true } },
      },
      { text: '3 rows that the spreadsheet hides are counted too.' },
      { text: '1 cell with an error, such as #N/A, counts as blank.' },
    ]);
    expect(noticesOf({ unpacked })).toEqual([]);
  });

  test('open quotation marks are named by line, as many as are known', () => {
    expect(noticesOf({ unterminatedQuotes: 1, unterminatedQuoteLines: [1204] })[0]?.evidence).toBe(
      'Line 1,204',
    );
    expect(noticesOf({ unterminatedQuotes: 5, unterminatedQuoteLines: [2, 9] })[0]?.evidence).toBe(
      'Lines 2, 9 and 3 more',
    );
  });

  test('a notice names the consequence of reading without WebAssembly', () => {
    expect(noticesOf({ reader: 'papaparse' })).toEqual([
      { id: 'reader', text: 'Read without WebAssembly, so damaged quotes may be read differently.' },
    ]);
  });
});
