import { MAX_FILE_BYTES, MIB, MINUTE } from '#contract/limits.ts';
import type { SheetSpec } from '#contract/sources.ts';
import { CONNECTED_ORIGINS } from '#contract/thread-address.ts';
import {
  cellsPath,
  MAX_ANSWER_BYTES,
  problemOf,
  readSpreadsheet,
  tabsPath,
  type GoogleSheetProblem,
} from '#frontend/csv/google-sheet.ts';
import type { Env } from '../env.ts';
import { TooLarge, type ReceivedFile } from './held-file.ts';
import { NoRows, readAnsweredRows } from './read-rows.ts';
import { SheetFile } from './sheet-file.ts';

/** A call to Google may take so long. Two of them fit into an attempt of the step. */
const CALL_MS = 4 * MINUTE;

export type ReadSheetProblem = GoogleSheetProblem | 'empty' | 'too-large';

/** The text that the owner of a source reads. It quotes no cell. */
const WORDS: Readonly<Record<ReadSheetProblem, string>> = {
  disconnected: 'The connection to Google Sheets has ended. Please connect it again.',
  'no-access':
    'The connected Google account may not open this sheet. Share it with that account, or connect another one.',
  'not-found': 'Google has no sheet at this address any more.',
  'not-a-sheet': 'This is a file of another program in Google Drive, and no sheet of Google.',
  'not-enabled': 'The operator of this site has not enabled the Google Sheets API.',
  'tab-gone': 'This tab of the sheet is gone.',
  empty: 'There is no text in this tab of the sheet.',
  'too-large': `This tab of the sheet has more than ${MAX_FILE_BYTES / MIB} MB of text.`,
  'too-often': 'Google allows a limited number of requests per minute, and this site has used them up.',
  unavailable: 'Google Sheets did not answer as expected.',
};

/** A sheet could not be read. The message says why, to its owner. */
export class SheetFailure extends Error {
  override readonly name = 'SheetFailure';
  readonly problem: ReadSheetProblem;
  /** Whether another attempt may succeed without the owner. */
  readonly mayPass: boolean;

  constructor(problem: ReadSheetProblem) {
    super(WORDS[problem]);
    this.problem = problem;
    this.mayPass = problem === 'too-often' || problem === 'unavailable';
  }
}

/** The right to read spreadsheets. */
export interface SheetAccess {
  accessToken: string;
  env: Pick<Env, 'GOOGLE_SHEETS_ORIGIN'>;
}

/**
 * Reads a tab, hands its cells as a CSV file to `work`, and forgets them.
 *
 * @throws SheetFailure, OutOfMemory
 */
export async function withSheet<T>(
  access: SheetAccess,
  { spreadsheetId, tabId }: SheetSpec,
  work: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const { tabs } = readSpreadsheet(await askWhole(access, tabsPath(spreadsheetId)));
  const tab = tabs.find(({ id }) => id === tabId);
  if (!tab) throw new SheetFailure('tab-gone');
  const collected = new SheetFile();
  try {
    const answer = await ask(access, cellsPath(spreadsheetId, tab.title));
    for await (const rows of readAnsweredRows(textOf(answer))) await collected.add(rows);
    const file = await collected.finish();
    if (!file) throw new SheetFailure('empty');
    return await work(file);
  } catch (error) {
    throw asFailure(error);
  } finally {
    collected.forget();
  }
}

/**
 * The title of a spreadsheet. No cell is read.
 *
 * @throws SheetFailure
 */
export const readTitle = async (access: SheetAccess, spreadsheetId: string): Promise<string> =>
  readSpreadsheet(await askWhole(access, tabsPath(spreadsheetId))).title;

function asFailure(error: unknown): unknown {
  if (error instanceof TooLarge) return new SheetFailure('too-large');
  return error instanceof NoRows ? new SheetFailure('unavailable') : error;
}

async function askWhole(access: SheetAccess, path: string): Promise<unknown> {
  const answer = await ask(access, path);
  let text = '';
  for await (const part of textOf(answer)) text += part;
  try {
    return JSON.parse(text);
  } catch {
    throw new SheetFailure('unavailable');
  }
}

/** Calls version 4 of the Google Sheets API. */
async function ask({ accessToken, env }: SheetAccess, path: string): Promise<Response> {
  const address = `${env.GOOGLE_SHEETS_ORIGIN ?? CONNECTED_ORIGINS.sheets}/v4/spreadsheets/${path}`;
  const headers = { Authorization: `Bearer ${accessToken}` };
  const answer = await reach(() => fetch(address, { headers, signal: AbortSignal.timeout(CALL_MS) }));
  if (answer.ok) return answer;
  let body = '';
  for await (const part of textOf(answer)) body += part;
  throw new SheetFailure(problemOf(answer.status, body));
}

/** Any failure of the network may pass. */
async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    throw new SheetFailure('unavailable');
  }
}

async function* textOf({ body }: Response): AsyncGenerator<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  try {
    for (;;) {
      const { value, done } = (await reach(async () => reader?.read())) ?? { done: true };
      if (done || !value) break;
      bytes += value.byteLength;
      if (bytes > MAX_ANSWER_BYTES) throw new SheetFailure('too-large');
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    await reader?.cancel().catch(() => {}); // nothing more is read, whatever the reason
  }
}
