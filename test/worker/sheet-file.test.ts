import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProviderUnavailable } from '#worker/connections/provider.ts';
import { ApiError } from '#worker/errors.ts';
import { lastingReason, NotNow } from '#worker/runs/count-sheet.ts';
import { NotCounted, OutOfMemory } from '#worker/runs/count-file.ts';
import { MAX_FILE_BYTES } from '#contract/limits.ts';
import { writeSheet } from '#frontend/csv/google-sheet.ts';
import { SheetFailure, type SheetAccess, withSheet } from '#worker/runs/read-sheet.ts';
import { cellsAnswer } from '../support/google-sheets.ts';
import { deliver, makeInbox, storedOf } from './inbox-support.ts';
import {
  anAnalysis,
  aSheet,
  aSheetOwner,
  describeSheet,
  fireHourly,
  makeRows,
  makeSpreadsheetId,
  SCHEDULING,
  versionsOf,
  withRuns,
} from './sheet-support.ts';

beforeEach(() => Object.assign(env, SCHEDULING));
afterEach(() => {
  for (const name of Object.keys(SCHEDULING)) Reflect.deleteProperty(env, name);
});

const TABS = { sheets: [{ properties: { sheetId: 0, title: 'May', sheetType: 'GRID' } }] };

/** Reads what Google answers for the cells of a tab. */
async function read(body: unknown, tabs: unknown = TABS): Promise<string> {
  const spreadsheetId = makeSpreadsheetId();
  await describeSheet(spreadsheetId, {
    tabs: [],
    failures: [
      { status: 200, body: tabs },
      { status: 200, body },
    ],
  });
  const access: SheetAccess = { accessToken: 'token', env };
  const spec = { spreadsheetId, tabId: 0, title: 'Leads', tabTitle: 'May' };
  return await withSheet(access, spec, async ({ pieces }) => {
    const file = await new Blob(pieces as Uint8Array<ArrayBuffer>[]).text();
    return file;
  });
}

const HEADER = ['Status', 'sep=;', 'Note "x"'];

test.each<[string, (readonly unknown[])[]]>([
  ['rows of one width', [HEADER, ['Won', 'a', 'b'], ['Lost', 'c', 'd']]],
  ['short and empty rows', [HEADER, ['Won'], [], ['Lost', '', 'x'], []]],
  ['an empty first row', [[], ['a', 'b'], ['c']]],
  ['a first row of one cell', [['Leads of May'], HEADER, ['Won', 'a', 'b'], ['Lost']]],
  [
    'rows that grow wider',
    [['a'], ['b', 'c'], ['"', 'x\n"y', '', 'z'], ['q'], ['1', '2', '3', '4', '5', '6']],
  ],
  ['a late wider row after quoted line feeds', [HEADER, ['a\nb', '"\n"', ',\r\n'], ['x', 'y', 'z', '!']]],
  [
    'special texts',
    [HEADER, ['a,b', 'c"d', 'e\nf'], ['[', ']', '{"values":[['], ['\\', '\\"', '\u2028'], ['ä', '€', '😀']],
  ],
  ['what is no text', [HEADER, [1, true, null], [0.5, false, '']]],
])('%s are the same file as in the browser', async (_, rows) => {
  const texts = rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell))));
  expect(await read(cellsAnswer(rows as string[][]))).toBe(writeSheet(texts));
});

test('an answer with white space, in another order or with a list of numbers is read too', async () => {
  expect(await read(' { "values" : [ [ "a" , "b" ] , [ "c" ] ] , "range" : "x" } ')).toBe('"a","b"\nc,\n');
});

test.each([
  ['', 'unavailable'],
  ['{"values":[["a"]', 'unavailable'],
  ['{"values":[["a"],["b]]}', 'unavailable'],
  ['{"values":[["a","\\x"]]}', 'unavailable'],
  ['<html>', 'unavailable'],
  [{ range: 'x' }, 'empty'],
  [{ values: [] }, 'empty'],
  [{ values: [[], [' ', '']] }, 'empty'],
] as const)('an answer %j is none', async (body, problem) => {
  const words = {
    unavailable: 'Google Sheets did not answer as expected.',
    empty: 'There is no text in this tab of the sheet.',
  };
  await expect(read(body)).rejects.toMatchObject({
    message: words[problem],
    mayPass: problem === 'unavailable',
  });
});

test.each(['', '<html>', '{"sheets":['])('%j in place of the tabs is no answer', async (tabs) => {
  await expect(read(cellsAnswer([['a', 'b']]), tabs)).rejects.toMatchObject({
    name: 'SheetFailure',
    message: 'Google Sheets did not answer as expected.',
    mayPass: true,
  });
});

/** Rows of which all but the last have 200 KB, and that are so many bytes as a file. */
function rowsOf(bytes: number): string[][] {
  const line = (length: number) => ['x'.repeat(length - 2), ''];
  const rows = [['', ''], ...Array.from({ length: 50 }, () => line(200_000))];
  return [...rows, line(bytes - writeSheet(rows).length)];
}

test('a tab of the largest size is read, and a byte more is refused for good', async () => {
  const rows = rowsOf(MAX_FILE_BYTES);
  expect((await read(cellsAnswer(rows))).length).toBe(MAX_FILE_BYTES);
  await expect(read(cellsAnswer(rowsOf(MAX_FILE_BYTES + 1)))).rejects.toMatchObject({
    message: 'This tab of the sheet has more than 10 MB of text.',
    mayPass: false,
  });
  // The cells that rows are filled up with count as well.
  const nearly = [...rowsOf(MAX_FILE_BYTES - 8), ['a', 'b', 'c']];
  await expect(read(cellsAnswer(nearly))).rejects.toMatchObject({ mayPass: false });
  expect((await read(cellsAnswer(nearly.toSpliced(1, 1)))).length).toBeLessThan(MAX_FILE_BYTES);
});

test('the figures of a sheet are those of the same file in an inbox', async () => {
  const owner = await aSheetOwner();
  const rows = [
    ...makeRows(60),
    ['Qualified', 'Instagram'],
    [],
    ['Lost', 'Google', '22', '', '', 'a remark'],
  ];
  const sheet = await aSheet(owner, { rows });
  await withRuns(() => fireHourly(sheet.dueAt));
  const inbox = await makeInbox(owner.cookie, await anAnalysis(owner.cookie));
  expect((await deliver(inbox, writeSheet(rows))).status).toBe(200);
  const [[version], { versions }] = [await versionsOf(sheet), await storedOf(inbox)];
  const figuresOf = (stored: unknown) => {
    const { leads, converted, figures, metrics, new_values } = stored as Record<string, unknown>;
    return { leads, converted, figures, metrics, new_values };
  };
  expect(figuresOf(version)).toEqual(figuresOf(versions[0]));
  expect(version).toMatchObject({ leads: 62 });
});

test.each([
  [new NotCounted('No lead counts.'), 'No lead counts.'],
  [new SheetFailure('tab-gone'), 'This tab of the sheet is gone.'],
  [new ApiError(409, 'No room.'), 'No room.'],
  [new ApiError(499, 'No room.'), 'No room.'],
])('%s lasts, and its owner reads why', (error, reason) => {
  expect(lastingReason(error)).toBe(reason);
});

test.each([
  [
    new SheetFailure('too-often'),
    'Google allows a limited number of requests per minute, and this site has used them up.',
  ],
  [new SheetFailure('unavailable'), 'Google Sheets did not answer as expected.'],
  [new ProviderUnavailable('invalid_client'), 'Google did not give access to the sheet.'],
  [new OutOfMemory(), 'The server was counting other files.'],
])('%s may pass, and another attempt is made', (error, reason) => {
  expect(() => lastingReason(error)).toThrow(reason);
  expect(() => lastingReason(error)).toThrow(NotNow);
});

test('any other failure is thrown as it is', () => {
  for (const error of [new ApiError(500, 'Broken'), new ApiError(507, 'Full'), new Error('a bug')])
    expect(() => lastingReason(error)).toThrow(error);
});
