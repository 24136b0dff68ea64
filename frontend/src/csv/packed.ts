/** What was inside a file that is no CSV itself, and what of it is read. */
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
}

/** The visitor's choices of what is read. What is undefined is the first that holds a table. */
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
        | 'unreadable';
    }
  | { reason: 'too-large-unpacked'; limitMib: number };

/** First bytes of a zip, which a spreadsheet is too, of an empty one, and of old files of Office. */
const MARKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0xd0, 0xcf, 0x11, 0xe0],
] as const;
export const OLD_OFFICE_MARK = MARKS[2];

/** Whether a file has to be unpacked before it can be read, whatever its name is. */
export function isPacked(bytes: Uint8Array): boolean {
  return MARKS.some((mark) => mark.every((byte, at) => bytes[at] === byte));
}

/** So many first bytes of a file tell whether it is packed. */
export const PACKED_MARK_BYTES = 4;
