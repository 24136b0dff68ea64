import type { Result } from '#frontend/csv/result.ts';

/** A tab that has cells. */
export interface SheetTab {
  /** The number in `#gid=` of an address. */
  id: number;
  title: string;
}

export interface Spreadsheet {
  title: string;
  /** In the order of the spreadsheet, without tabs that only show a chart. */
  tabs: readonly SheetTab[];
}

/** The reason why a sheet was not read. */
export type SheetsProblem =
  /** The session has ended. */
  | 'signed-out'
  /** The permission was never given, withdrawn at Google, or has expired: connect again. */
  | 'disconnected'
  | 'no-access'
  | 'not-found'
  /** A file of another program in Google Drive, such as Excel. */
  | 'not-a-sheet'
  /** The operator has not enabled the Google Sheets API. */
  | 'not-enabled'
  | 'tab-gone'
  | 'empty'
  | 'too-large'
  | 'too-often'
  | 'offline'
  | 'unavailable';

export interface TabQuestion {
  spreadsheetId: string;
  /** Title of the spreadsheet: the file is named after it and the tab. */
  title: string;
  /** Title of the tab. */
  tab: string;
}

/** The one question that the page asks a thread of spreadsheets. */
export type SheetsQuestion =
  | { question: 'describe'; ask: { spreadsheetId: string } }
  | { question: 'read'; ask: TabQuestion };

export interface SheetsAnswers {
  describe: Result<Spreadsheet, SheetsProblem>;
  read: Result<File, SheetsProblem>;
}

export type FromSheetsThread =
  | { kind: 'progress'; bytes: number }
  | { kind: 'answer'; answer: SheetsAnswers[keyof SheetsAnswers] }
  | { kind: 'failed'; message: string };
