import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ProviderUnavailable } from '#worker/connections/provider.ts';
import { ApiError } from '#worker/errors.ts';
import { lastingReason, NotNow } from '#worker/runs/count-sheet.ts';
import { NotCounted, OutOfMemory } from '#worker/runs/count-file.ts';
import { MAX_FILE_BYTES, MINUTE } from '#contract/limits.ts';
import { MAX_ANSWER_BYTES, writeSheet } from '#frontend/csv/google-sheet.ts';
import { HeldFile } from '#worker/runs/held-file.ts';
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
  restoreBindings,
  SCHEDULING,
  versionsOf,
  withRuns,
} from './sheet-support.ts';

beforeEach(() => Object.assign(env, SCHEDULING));
afterEach(() => {
  restoreBindings();
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

/** Rows of which all but the last have 200 KB, and that are this many bytes as a file. */
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
  [new ApiError(507, 'The site is full.'), 'The site is full.'],
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
  for (const error of [
    new ApiError(500, 'Broken'),
    new ApiError(503, 'Busy'),
    new ApiError(508, 'Broken'),
    new Error('a bug'),
  ])
    expect(() => lastingReason(error)).toThrow(error);
});

// --- The calls to Google ---

/** Reads a tab of a service that gives these answers one after the other. */
async function readFrom(...answers: (Response | Error)[]) {
  const asked: Request[] = [];
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    asked.push(new Request(input, init));
    const answer = answers.shift() ?? new Error('asked once more');
    if (answer instanceof Error) throw answer;
    return answer;
  });
  try {
    const access = { accessToken: 'a token', env: {} };
    const spec = { spreadsheetId: 'an id', tabId: 0, title: 'Leads', tabTitle: 'May' };
    const file = await withSheet(access, spec, async ({ pieces }) =>
      new Blob(pieces as Uint8Array<ArrayBuffer>[]).text(),
    );
    return { file, asked };
  } finally {
    fetched.mockRestore();
  }
}

const tabsOf = () => Response.json(TABS);
const SILENT = { message: 'Google Sheets did not answer as expected.', mayPass: true };

test('Google itself is asked for the tabs and then for the cells, with the right, each within 4 minutes', async () => {
  const waits = vi.spyOn(AbortSignal, 'timeout');
  const { file, asked } = await readFrom(tabsOf(), Response.json({ values: [['a', 'b']] }));
  expect(file).toBe('"a","b"\n');
  expect(asked.map(({ url }) => url.split('?')[0])).toEqual([
    'https://sheets.googleapis.com/v4/spreadsheets/an%20id',
    "https://sheets.googleapis.com/v4/spreadsheets/an%20id/values/'May'",
  ]);
  expect(asked.map(({ headers }) => headers.get('Authorization'))).toEqual([
    'Bearer a token',
    'Bearer a token',
  ]);
  expect(waits.mock.calls.flat()).toEqual([4 * MINUTE, 4 * MINUTE]);
  waits.mockRestore();
});

test('a network that fails, an answer that breaks off and one without a body may pass', async () => {
  const breaking = () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"values":[["a"],'));
          controller.error(new Error('reset'));
        },
      }),
    );
  for (const answers of [
    [new Error('reset')],
    [tabsOf(), new Error('reset')],
    [breaking()],
    [tabsOf(), breaking()],
    [new Response(null)],
    [tabsOf(), new Response(null)],
  ])
    await expect(readFrom(...answers)).rejects.toMatchObject(SILENT);
});

test('signs of several bytes are read across the chunks of an answer', async () => {
  const bytes = new TextEncoder().encode('{"values":[["ä€😀"]]}');
  const byByte = () =>
    new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
  expect((await readFrom(tabsOf(), new Response(byByte()))).file).toBe('"ä€😀"\n');
  const cutOff = bytes.slice(0, bytes.indexOf(0xf0) + 1);
  await expect(readFrom(tabsOf(), new Response(cutOff))).rejects.toMatchObject(SILENT);
});

test('an answer may be as large as the largest tab needs, and one with a byte more is not read on', async () => {
  let isCancelled = false;
  /** Spaces after an answer of this many bytes; the stream goes on for ever. */
  const endless = (bytes: number) => {
    const head = new TextEncoder().encode('{"values":[["a"]]}');
    let left = bytes - head.length;
    return new ReadableStream({
      start: (controller) => controller.enqueue(head),
      pull(controller) {
        const chunk = new Uint8Array(Math.min(left, 8 * 1024 * 1024)).fill(0x20);
        if (chunk.length === 0) return controller.close();
        left -= chunk.length;
        controller.enqueue(chunk);
      },
      cancel: () => void (isCancelled = true),
    });
  };
  // Spaces around rows are few, so that it is the tabs that are asked for with them.
  const tabs = (bytes: number) => new Response(endless(bytes));
  await expect(readFrom(tabs(MAX_ANSWER_BYTES))).rejects.toMatchObject({
    message: 'This tab of the sheet is gone.',
  });
  expect(isCancelled).toBe(false);
  await expect(readFrom(tabs(MAX_ANSWER_BYTES + 1))).rejects.toMatchObject({
    message: 'This tab of the sheet has more than 10 MB of text.',
    mayPass: false,
  });
  await expect(readFrom(tabs(1e12))).rejects.toMatchObject({ mayPass: false });
  expect(isCancelled).toBe(true);
});

// --- Files in memory ---

const BLOCK = 256 * 1024;

test('a file is held in blocks, the last of which is cut, with the hash of its bytes', async () => {
  for (const [chunks, lengths] of [
    [[], []],
    [[BLOCK], [BLOCK]],
    [
      [1, 0, BLOCK],
      [BLOCK, 1],
    ],
    [[2 * BLOCK + 5], [BLOCK, BLOCK, 5]],
  ]) {
    const bytes = chunks?.map((length, at) => new Uint8Array(length).fill(at + 1)) ?? [];
    const held = new HeldFile();
    for (const chunk of bytes) await held.add(chunk);
    const all = new Uint8Array(await new Blob(bytes).arrayBuffer());
    expect(held.bytes).toBe(all.length);
    const { pieces, hash } = await held.finish();
    expect(pieces.map(({ length }) => length)).toEqual(lengths);
    expect(new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer())).toEqual(all);
    expect(hash).toBe(new Uint8Array(await crypto.subtle.digest('SHA-256', all)).toHex());
    held.forget();
    expect(pieces).toEqual([]);
  }
});

test('files hold 32 MB of the memory together, and what is forgotten is free once', async () => {
  const whole = new Uint8Array(MAX_FILE_BYTES); // 40 blocks
  const files = Array.from({ length: 5 }, () => new HeldFile());
  const [first, second, third, last, other] = files as [HeldFile, HeldFile, HeldFile, HeldFile, HeldFile];
  const noRoom = expect.objectContaining({ name: 'OutOfMemory' }) as Error;
  try {
    for (const file of [first, second, third]) await file.add(whole);
    await last.add(new Uint8Array(8 * BLOCK));
    await expect(last.add(new Uint8Array(1))).rejects.toEqual(noRoom);
    first.forget();
    first.forget();
    await other.add(whole);
    await expect(last.add(new Uint8Array(1))).rejects.toEqual(noRoom);
  } finally {
    for (const file of files) file.forget();
  }
});

test('a file that nobody forgets holds its memory for 5 minutes after its last bytes, and cannot grow then', async () => {
  const start = Date.now();
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  const [killed, slow, next] = [new HeldFile(), new HeldFile(), new HeldFile()];
  const noRoom = expect.objectContaining({ name: 'OutOfMemory' }) as Error;
  try {
    await killed.add(new Uint8Array(MAX_FILE_BYTES));
    await slow.add(new Uint8Array(MAX_FILE_BYTES - 2 * BLOCK));
    await next.add(new Uint8Array(8 * 1024 * 1024));
    const rest = new HeldFile();
    await rest.add(new Uint8Array(4 * 1024 * 1024 + 2 * BLOCK)); // all 32 MB are held
    vi.setSystemTime(start + 4 * MINUTE);
    for (const alive of [slow, next, rest]) await alive.add(new Uint8Array(0));
    vi.setSystemTime(start + 5 * MINUTE - 1);
    await expect(next.add(new Uint8Array(1))).rejects.toEqual(noRoom);
    vi.setSystemTime(start + 5 * MINUTE);
    await next.add(new Uint8Array(1));
    await next.add(new Uint8Array(MAX_FILE_BYTES - 8 * 1024 * 1024 - 2)); // the refused byte is counted
    await killed.finish();
    killed.forget();
    expect(() => killed.forget()).not.toThrow();
    // The three that are alive hold their own: 4 MB + 2 blocks, 10 MB less 2 blocks, 10 MB.
    const last = new HeldFile();
    await last.add(new Uint8Array(8 * 1024 * 1024));
    await expect(last.add(new Uint8Array(1))).rejects.toEqual(noRoom);
    for (const file of [last, rest]) file.forget();
    vi.setSystemTime(start + 10 * MINUTE);
    await expect(slow.add(new Uint8Array(1))).rejects.toEqual(noRoom); // its time is over, whatever is free
  } finally {
    for (const file of [killed, slow, next]) file.forget();
    vi.useRealTimers();
  }
});

test('a file of 10 MB is held, and a byte more is refused', async () => {
  const held = new HeldFile();
  await held.add(new Uint8Array(MAX_FILE_BYTES));
  await expect(held.add(new Uint8Array(1))).rejects.toMatchObject({ name: 'TooLarge' });
  held.forget();
});
