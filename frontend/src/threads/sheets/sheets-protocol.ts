import type { GoogleSheetProblem, Spreadsheet } from '#frontend/csv/google-sheet.ts';
import type { Result } from '#frontend/csv/result.ts';

/** The reason why a sheet was not read. */
export type SheetsProblem =
  | GoogleSheetProblem
  /** The session has ended. */
  | 'signed-out'
  | 'empty'
  | 'too-large'
  | 'offline';

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
