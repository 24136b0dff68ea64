import { BUNDLE_MARK } from './file-bundle.ts';

/** The contents of a file that is no CSV itself, and the part of them that is read. */
export interface Unpacked {
  /** The file inside a zip that is read, and all that can be read; null and none for a spreadsheet. */
  entry: string | null;
  entries: readonly string[];
  /** The sheet that is read, and all that hold a table; null and none for a CSV in a zip. */
  sheet: string | null;
  sheets: readonly string[];
  /** Cells with an error of the spreadsheet, such as #N/A, which are blank. */
  errorCells: number;
  /** Cells with a formula whose result the file does not hold, which are blank. */
  formulaCells: number;
  /** Rows that the spreadsheet hides, by hand or by a filter. They are read like others. */
  hiddenRows: number;
  /** Lines and columns of other tables in the sheet, which are not read. */
  otherRows: number;
  otherColumns: number;
  /** True where all that the sheet holds was read as one table, by choice. */
  isWhole: boolean;
  /** True where it is the table of a web page. */
  isPage?: boolean;
  /** The files that were found where several are read as one. */
  joined?: JoinedFiles;
}

/** The report on a file that was not packed. */
export const NOT_PACKED: Unpacked = {
  entry: null,
  entries: [],
  sheet: null,
  sheets: [],
  errorCells: 0,
  formulaCells: 0,
  hiddenRows: 0,
  otherRows: 0,
  otherColumns: 0,
  isWhole: false,
};

/** Several files of the same columns, read as one. */
export interface JoinedFiles {
  /** In the order in which they were chosen. */
  names: readonly string[];
  /** Lines that stand in more than one of the files, as often as they are left out; `kept`: they are rows of the table. */
  repeated: { lines: number; kept: boolean };
  /** The first lines of which a finding tells, by file: 'line 12 of leads-b.csv'. */
  quotes: readonly string[];
  secondTables: readonly string[];
}

/** The visitor's choices of the file and sheet to read. Where one is undefined, the first that holds a table is read. */
export interface UnpackOptions {
  /** The path of a file inside a zip. */
  entry?: string;
  /** The name of a sheet. */
  sheet?: string;
  /** True: all that the sheet holds is one table. Otherwise the first of several tables is read. */
  wholeSheet?: boolean;
}

/** Why nothing of a packed file is read. */
export type PackedProblem =
  | {
      reason:
        | 'old-excel'
        | 'open-document'
        | 'encrypted'
        | 'damaged'
        | 'zip-in-zip'
        | 'nothing-to-read'
        | 'web-archive'
        | 'unreadable';
    }
  /** How many tables a web page has; one is read. */
  | { reason: 'web-page'; tables: number }
  | { reason: 'too-large-unpacked'; limitMib: number };

/** First bytes of a zip, which a spreadsheet is too, of an empty one, of old files of Office, and of several files in one. */
const MARKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0xd0, 0xcf, 0x11, 0xe0],
  Array.from(BUNDLE_MARK, (character) => character.charCodeAt(0)),
] as const;
export const OLD_OFFICE_MARK = MARKS[2];

/** Whether several files lie in one. */
export function isBundle(bytes: Uint8Array): boolean {
  return startsWith(bytes, MARKS[3]);
}

/** Whether a file has to be unpacked before it can be read, whatever its name is. */
export function isPacked(bytes: Uint8Array): boolean {
  return MARKS.some((mark) => startsWith(bytes, mark));
}

/** The number of first bytes of a file that tell whether it is packed, or may be a web page. */
export const PACKED_MARK_BYTES = 256;

/** Whether a text begins as web pages do. `readPage` tells whether it is one. */
export function mayBePage(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, PACKED_MARK_BYTES)).replaceAll('\0', '');
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*(?:<[!?a-z]|mime-version:)/i.test(start);
}

/** Whether the first bytes of a file are these. */
export function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}
