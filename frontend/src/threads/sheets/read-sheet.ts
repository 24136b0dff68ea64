import { MAX_FILE_BYTES, MAX_FILE_NAME_LENGTH } from '#contract/limits.ts';
import {
  cellsPath,
  readSpreadsheet,
  tabsPath,
  textsOf,
  type Spreadsheet,
  writeSheet,
} from '#frontend/csv/google-sheet.ts';
import { fieldsOf } from '#contract/records.ts';
import { resultOf, type Call } from '../rpc.ts';
import { askGoogle, SheetsFailure } from './ask-google.ts';

/** Asks for the cells of a tab. */
export interface TabQuestion {
  spreadsheetId: string;
  /** Title of the spreadsheet: the file is named after it and the tab. */
  title: string;
  /** Title of the tab. */
  tab: string;
}

/** The questions about a spreadsheet. The page ends the thread to cancel one. */
export const SHEETS_QUESTIONS = {
  describe: (spreadsheetId: string) => resultOf(describeSpreadsheet(spreadsheetId), SheetsFailure),
  read: (tab: TabQuestion, { tell }: Call<number>) => resultOf(readTab(tab, tell), SheetsFailure),
};

/**
 * The title of a spreadsheet and its tabs.
 *
 * @throws SheetsFailure
 * @example describeSpreadsheet('1a2B') is { title: 'Leads', tabs: [{ id: 0, title: 'May' }] }
 */
async function describeSpreadsheet(spreadsheetId: string): Promise<Spreadsheet> {
  const spreadsheet = readSpreadsheet(await askGoogle(tabsPath(spreadsheetId), () => {}));
  if (spreadsheet.tabs.length === 0) throw new SheetsFailure('empty');
  return spreadsheet;
}

/**
 * The cells of a tab, as Google Sheets shows them, as a CSV file '{title} - {tab}.csv' in UTF-8. All rows have the width of
 * the widest.
 *
 * @param onProgress gets the bytes of Google's answer so far; their total is not known
 * @throws SheetsFailure, 'too-large' where the file would be larger than `MAX_FILE_BYTES`
 */
async function readTab(
  { spreadsheetId, title, tab }: TabQuestion,
  onProgress: (bytes: number) => void,
): Promise<File> {
  const { values } = fieldsOf(await askGoogle(cellsPath(spreadsheetId, tab), onProgress));
  const rows = Array.isArray(values) ? values.map(textsOf) : [];
  if (rows.every((row) => row.every((cell) => cell.trim() === ''))) throw new SheetsFailure('empty');
  const file = new File([writeSheet(rows)], sheetFileName(title, tab), { type: 'text/csv' });
  if (file.size > MAX_FILE_BYTES) throw new SheetsFailure('too-large');
  return file;
}

const ENDING = '.csv';

/** The name of the file of a tab, short enough to be saved. */
function sheetFileName(title: string, tab: string): string {
  return `${title} - ${tab}`.slice(0, MAX_FILE_NAME_LENGTH - ENDING.length) + ENDING;
}
