import type { OpenedFile } from '#frontend/counting/file-facts.ts';

/** An opened file with these headers and default properties. */
export function openedFile(headers: string[], overrides: Partial<OpenedFile> = {}): OpenedFile {
  return {
    number: 1,
    fileName: 'leads.csv',
    sizeBytes: 100,
    rowCount: 10,
    headers,
    columns: headers.map((header, index) => ({
      index,
      header,
      samples: [],
      hasBlanks: false,
      hasIds: false,
      isNumeric: false,
    })),
    preview: [],
    guessedStatusColumn: null,
    dateColumns: [],
    currencyColumns: [],
    currency: null,
    leftOut: { testLeads: 0, duplicates: 0 },
    report: {
      reader: 'compiled',
      encoding: 'utf-8',
      encodingGuessed: true,
      damagedCharacters: 0,
      otherLines: null,
      delimiter: ',',
      delimiterGuessed: true,
      headerRow: 1,
      headerRowGuessed: true,
      firstRecords: [],
      preamble: { lines: 0, kept: false, sample: [] },
      footer: { lines: 0, dropped: 0, sample: [] },
      noLeads: { lines: 0, kept: false, secondTable: null, sample: [] },
      emptyRowsSkipped: 0,
      shortRowsPadded: 0,
      longRowsCut: 0,
      unterminatedQuoteLines: [],
      unterminatedQuotes: 0,
      backslashQuotes: null,
      unpacked: null,
    },
    ...overrides,
  };
}
