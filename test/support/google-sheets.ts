/** The answers of Google's interface for spreadsheets, for tests. */

const ADDRESS = 'https://sheets.googleapis.com/v4/spreadsheets';
const FIELDS = 'properties.title,sheets.properties(sheetId,title,sheetType)';

/** An id as Google makes them. */
export const SPREADSHEET_ID = '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms';

/** The call for the title and the tabs of a spreadsheet. */
export const tabsCall = (id = SPREADSHEET_ID): string =>
  `GET ${ADDRESS}/${id}?fields=${encodeURIComponent(FIELDS)}&prettyPrint=false`;

/** The call for the cells of a tab. */
export const cellsCall = (tab: string, id = SPREADSHEET_ID): string =>
  `GET ${ADDRESS}/${id}/values/${encodeURIComponent(`'${tab.replaceAll("'", "''")}'`)}?majorDimension=ROWS&valueRenderOption=FORMATTED_VALUE&prettyPrint=false`;

/** A spreadsheet whose tabs have the numbers 0, 100, 200 and so on. */
export const tabsAnswer = (title: string, tabs: readonly string[]) => ({
  properties: { title },
  sheets: tabs.map((tab, index) => ({
    properties: { sheetId: index * 100, title: tab, sheetType: 'GRID' },
  })),
});

/** Cells as they are shown; Google leaves out empty ones at the end of a row, and empty rows at the end. */
export const cellsAnswer = (values?: readonly (readonly string[])[]) => ({
  range: "'May'!A1:Z1000",
  majorDimension: 'ROWS',
  ...(values && { values }),
});

/** https://cloud.google.com/apis/design/errors */
export const googleError = (code: number, status: string, reason?: string) => ({
  error: {
    code,
    message: 'Google says why.',
    status,
    ...(reason !== undefined && {
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }],
    }),
  },
});
