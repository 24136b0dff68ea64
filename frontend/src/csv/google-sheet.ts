import { MAX_FILE_BYTES } from '#contract/limits.ts';
import { fieldsOf } from '#contract/records.ts';
import { headerLine, plainLine } from './quote.ts';

// The requests to the Google Sheets API and the shape of its answers: the browser and the server read the same cells.

/** A tab that has cells. */
interface SheetTab {
  /** The number in `#gid=` of an address. */
  id: number;
  title: string;
}

export interface Spreadsheet {
  title: string;
  /** In the order of the spreadsheet, without tabs that only show a chart. */
  tabs: readonly SheetTab[];
}

/** The reason that an error of Google has. */
export type GoogleSheetProblem =
  /** The permission was never given, withdrawn at Google, or has expired: connect again. */
  | 'disconnected'
  | 'no-access'
  | 'not-found'
  /** A file of another program in Google Drive, such as Excel. */
  | 'not-a-sheet'
  /** The operator has not enabled the Google Sheets API. */
  | 'not-enabled'
  | 'tab-gone'
  | 'too-often'
  | 'unavailable';

/**
 * The largest answer for a tab of `MAX_FILE_BYTES`. A byte of CSV takes at most six bytes of JSON: '<' is escaped as six
 * characters, and a cell has two quotes and a comma instead of a comma. The text around the cells is far smaller.
 */
export const MAX_ANSWER_BYTES = 6 * MAX_FILE_BYTES + 64 * 1024;

const FIELDS = 'properties.title,sheets.properties(sheetId,title,sheetType)';

/** The path, below that of version 4, of the call for the title and the tabs of a spreadsheet. */
export const tabsPath = (spreadsheetId: string): string =>
  `${encodeURIComponent(spreadsheetId)}?fields=${encodeURIComponent(FIELDS)}&prettyPrint=false`;

/** The path of the call for the cells of a tab, as Google Sheets shows them. */
export function cellsPath(spreadsheetId: string, tabTitle: string): string {
  const range = `'${tabTitle.replaceAll("'", "''")}'`;
  const options = 'majorDimension=ROWS&valueRenderOption=FORMATTED_VALUE&prettyPrint=false';
  return `${encodeURIComponent(spreadsheetId)}/values/${encodeURIComponent(range)}?${options}`;
}

/**
 * The answer to the first call.
 *
 * @example readSpreadsheet({ properties: { title: 'Leads' }, sheets: [] }) is { title: 'Leads', tabs: [] }
 */
export function readSpreadsheet(answer: unknown): Spreadsheet {
  const { properties, sheets } = fieldsOf(answer);
  const tabs = Array.isArray(sheets) ? sheets.flatMap(readTabOf) : [];
  return { title: textOf(fieldsOf(properties)['title']), tabs };
}

function readTabOf(sheet: unknown): SheetTab[] {
  const { sheetId, title, sheetType } = fieldsOf(fieldsOf(sheet)['properties']);
  return sheetType === 'GRID' ? [{ id: Number(sheetId ?? 0), title: textOf(title) }] : [];
}

/** The cells of a row of the answer to the second call. */
export function textsOf(row: unknown): string[] {
  return Array.isArray(row) ? row.map(textOf) : [];
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

/**
 * Rows of a sheet as CSV. Reading it gives the same cells. Google leaves out empty cells at the end of a row, so short rows
 * are padded.
 *
 * @example writeSheet([['Status', 'Source'], ['Won']]) is '"Status","Source"\nWon,\n'
 */
export function writeSheet(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((widest, { length }) => Math.max(widest, length), 0);
  return rows
    .map((row, index) => {
      const cells = Array.from({ length: width }, (_, column) => row[column] ?? '');
      return index === 0 ? headerLine(cells) : plainLine(cells);
    })
    .join('');
}

/** The problem behind an error of Google: https://cloud.google.com/apis/design/errors. */
export function problemOf(status: number, body: string): GoogleSheetProblem {
  if (status === 401 || body.includes('ACCESS_TOKEN_SCOPE_INSUFFICIENT')) return 'disconnected';
  if (status === 403) return body.includes('SERVICE_DISABLED') ? 'not-enabled' : 'no-access';
  if (status === 404) return 'not-found';
  if (status === 429) return 'too-often';
  if (status === 400) return body.includes('FAILED_PRECONDITION') ? 'not-a-sheet' : 'tab-gone';
  return 'unavailable';
}
