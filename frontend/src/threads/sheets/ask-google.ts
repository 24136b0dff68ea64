import { CONNECTED_ORIGINS } from '#contract/thread-address.ts';
import { MAX_ANSWER_BYTES, problemOf, type GoogleSheetProblem } from '#frontend/csv/google-sheet.ts';
import { fieldsOf } from '#contract/records.ts';
import { OWN_WORK } from '../work-root.ts';

/** The reason why a sheet was not read. */
export type SheetsProblem =
  | GoogleSheetProblem
  /** The session has ended. */
  | 'signed-out'
  | 'empty'
  | 'too-large'
  | 'offline';

/** A sheet could not be read, for a reason that the page shows. */
export class SheetsFailure extends Error {
  readonly details: SheetsProblem;

  constructor(problem: SheetsProblem) {
    super(problem);
    this.name = 'SheetsFailure';
    this.details = problem;
  }
}

/**
 * Calls version 4 of the Google Sheets API. The access token comes from our Worker and exists only during this call.
 *
 * @returns the parsed answer
 * @throws SheetsFailure
 */
export async function askGoogle(path: string, onProgress: (bytes: number) => void): Promise<unknown> {
  const headers = { Authorization: `Bearer ${await askToken()}` };
  const address = `${CONNECTED_ORIGINS.sheets}/v4/spreadsheets/${path}`;
  const response = await reach(address, { headers, credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!response.ok) throw new SheetsFailure(problemOf(response.status, await readText(response, () => {})));
  return parse(await readText(response, onProgress));
}

/** A short-lived access token of the signed-in user, also in the tab of a team. */
async function askToken(): Promise<string> {
  const response = await reach(`${OWN_WORK}/connections/sheets/token`, {
    method: 'POST',
    credentials: 'same-origin',
  });
  const { status, ok } = response;
  if (status === 401) throw new SheetsFailure('signed-out');
  if (status === 409) throw new SheetsFailure('disconnected');
  if (status === 429) throw new SheetsFailure('too-often');
  const { accessToken } = fieldsOf(ok ? parse(await readText(response, () => {})) : null);
  if (typeof accessToken !== 'string') throw new SheetsFailure('unavailable');
  return accessToken;
}

/** `fetch` rejects without a connection. */
async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch {
    throw new SheetsFailure('offline');
  }
}

async function readText(response: Response, onProgress: (bytes: number) => void): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for (;;) {
    const value = (await reader?.read().catch(loseConnection))?.value;
    if (!value) return text + decoder.decode();
    bytes += value.length;
    if (bytes > MAX_ANSWER_BYTES) {
      void reader?.cancel();
      throw new SheetsFailure('too-large');
    }
    text += decoder.decode(value, { stream: true });
    onProgress(bytes);
  }
}

function loseConnection(): never {
  throw new SheetsFailure('offline');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SheetsFailure('unavailable');
  }
}
