import { describe, expect, test } from 'vitest';
import type { Unpacked } from '#frontend/csv/packed.ts';
import type { IntakeReport } from '#frontend/csv/read-csv.ts';
import { PartMissing } from '#frontend/csv/part-missing.ts';
import { usedOptions } from '#frontend/features/open-file/intake-preview.ts';
import {
  DELIMITER_NAMES,
  describeIntake,
  mayBeReadNextTime,
  problemText,
} from '#frontend/features/open-file/intake-text.ts';
import { ENCODING_CHOICES } from '#frontend/features/open-file/intake-dialog.tsx';
import { isSample, SAMPLE_NAME, SAMPLE_START } from '#frontend/features/open-file/sample-file.ts';
import { PART_MISSING } from '#frontend/lib/prefetch.ts';
import { intakeNotices } from '#frontend/features/open-file/intake-line.tsx';
import { openedFile } from '#test/support/opened-file.ts';

const clean = openedFile(['Status', 'Source']).report;

function noticesOf(overrides: Partial<IntakeReport>) {
  return intakeNotices({ headers: ['Status', 'Source'], report: { ...clean, ...overrides } });
}

const unpacked: Unpacked = {
  entry: null,
  entries: [],
  sheet: 'May',
  sheets: ['May'],
  errorCells: 0,
  formulaCells: 0,
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
    expect(noticesOf({})).toEqual([]);
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

  test('formulas without results need a look, with the remedy', () => {
    expect(noticesOf({ unpacked: { ...unpacked, formulaCells: 900 } })).toEqual([
      {
        id: 'formulas',
        needsLook: true,
        text: 'This workbook holds formulas without results. Open and save it in Excel.',
        evidence: '900 cells count as blank.',
      },
    ]);
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

describe('the options with which a file was read', () => {
  const text = { headerRow: 1, keepPreamble: false, encoding: 'utf-8', delimiter: ',' };

  test('are none for a refused file but what is read of a zip', () => {
    expect(usedOptions(null, null)).toEqual({});
    expect(usedOptions(null, { ...unpacked, entry: 'b.xlsx' })).toEqual({ entry: 'b.xlsx', sheet: 'May' });
  });

  test('are encoding, delimiter and header of a text', () => {
    expect(usedOptions(clean, null)).toEqual(text);
    const inZip = { ...unpacked, entry: 'a.csv', sheet: null };
    expect(usedOptions({ ...clean, unpacked: inZip }, inZip)).toEqual({
      ...text,
      entry: 'a.csv',
      sheet: undefined,
    });
    const kept = { ...clean, headerRow: 3, preamble: { lines: 2, kept: true, sample: [] } };
    expect(usedOptions(kept, null)).toMatchObject({ headerRow: 3, keepPreamble: true });
  });

  test('are sheet and header of a spreadsheet, which has neither encoding nor delimiter', () => {
    const used = (isWhole: boolean) =>
      usedOptions({ ...clean, unpacked: { ...unpacked, isWhole } }, unpacked);
    expect(used(false)).toEqual({
      entry: undefined,
      sheet: 'May',
      headerRow: 1,
      keepPreamble: false,
      wholeSheet: false,
    });
    expect(used(true)).toMatchObject({ wholeSheet: true });
  });
});

test('a file that could not be read may be there next time, and a part of the page that is missing is said', () => {
  expect(mayBeReadNextTime({ reason: 'unreadable' })).toBe(true);
  expect(mayBeReadNextTime({ reason: 'damaged' })).toBe(false);
  expect(problemText({ reason: 'unreadable', error: new PartMissing() })).toBe(PART_MISSING);
  expect(problemText({ reason: 'unreadable', error: new Error('x') })).toBe('Failed to parse CSV file');
});

test('each encoding and delimiter says where it is usual or how it looks', () => {
  for (const { label, detail } of [...ENCODING_CHOICES, ...DELIMITER_NAMES]) {
    expect(label).toMatch(/^[A-Z]\w{2}/);
    expect(detail.length).toBeGreaterThan(15);
  }
  for (const { value, detail } of DELIMITER_NAMES)
    expect(detail).toBe(['Source', 'Country', 'Device'].join(value === '\t' ? ' → ' : value));
});

test('the sample is known by its name and its date, also as the copy in a draft', () => {
  const file = (name: string, lastModified: number) => new File(['a,b'], name, { lastModified });
  expect(isSample(file(SAMPLE_NAME, SAMPLE_START))).toBe(true);
  expect(isSample(file(SAMPLE_NAME, SAMPLE_START + 1))).toBe(false);
  expect(isSample(file('leads.csv', SAMPLE_START))).toBe(false);
  expect(isSample(null)).toBe(false);
});

describe('the encoding', () => {
  test('of lines from another file is said, with the other reading', () => {
    const otherLines = { encoding: 'windows-1252', lines: 2 } as const;
    expect(noticesOf({ otherLines })).toEqual([
      {
        id: 'encodings',
        text: '2 lines are in Windows-1252, all others in UTF-8, as in a file that was put together. Each was read as what it is.',
        choice: { label: 'Read all as UTF-8', change: { encoding: 'utf-8' } },
      },
    ]);
    // One encoding cannot stand for such a file.
    expect(usedOptions({ ...clean, otherLines }, null).encoding).toBeUndefined();
    expect(usedOptions(clean, null).encoding).toBe('utf-8');
  });

  test('that lacks characters says how many', () => {
    expect(noticesOf({ damagedCharacters: 1 })[0]?.text).toBe(
      '1 character could not be read and shows as “\ufffd”: the text was cut or damaged before.',
    );
    expect(noticesOf({ damagedCharacters: 3 })[0]).toMatchObject({ id: 'characters', needsLook: true });
  });

  test.each(['S\u0000t\u0000', 'Situa\u008d\u008bo', 'M\ufffdnchen', '\u0007'])(
    'is in doubt where a column name is %j',
    (header) => {
      const [notice] = intakeNotices({ headers: ['Status', header], report: clean });
      expect(notice).toMatchObject({ id: 'headers', needsLook: true });
      // eslint-disable-next-line no-control-regex
      expect(notice?.evidence).not.toMatch(/[\u0000-\u001f]/);
    },
  );

  test('is not in doubt for letters of any language', () => {
    expect(intakeNotices({ headers: ['Situação', '状態', 'Статус', 'a\tb'], report: clean })).toEqual([]);
  });
});

describe('lines that are no leads', () => {
  const noLeads = { lines: 2, kept: false, secondTable: null, sample: ['Status, Source', '[EUR]'] };

  test('are said, with the lines and the other choice', () => {
    expect(noticesOf({ noLeads })).toEqual([
      {
        id: 'noLeads',
        needsLook: false,
        text: '2 lines among the leads are none, such as column names, headings of groups or units, and were left out.',
        evidence: '“Status, Source”, “[EUR]”',
        choice: { label: 'Keep', change: { keepOtherLines: true } },
      },
    ]);
  });

  test('may stay, and may be a second table', () => {
    expect(noticesOf({ noLeads: { ...noLeads, lines: 1, kept: true, secondTable: 950 } })[0]).toMatchObject({
      needsLook: true,
      text: '1 line among the leads is none, such as column names, headings of groups or units, and was counted as a lead all the same. A second table begins in line 950.',
      choice: { label: 'Leave out', change: { keepOtherLines: false } },
    });
  });
});

test.each([
  [
    { backslashQuotes: 2 },
    '2 quotation marks after a backslash (\\") are read as part of the text, so that all rows have the same number of cells. Two backslashes in quotes are read as one.',
    { label: 'Read as the end of a cell', change: { keepBackslashQuotes: true } },
  ],
  [
    { backslashQuotes: 1, longRowsCut: 1 },
    '1 quotation mark after a backslash (\\") ends its cell, so rows have different numbers of cells.',
    { label: 'Read as part of the text', change: { keepBackslashQuotes: false } },
  ],
])('quotes after a backslash are said with the other way to read them: %o', (found, text, choice) => {
  expect(noticesOf(found)).toContainEqual(expect.objectContaining({ id: 'backslashes', text, choice }));
});
