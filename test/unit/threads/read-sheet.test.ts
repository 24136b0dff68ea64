import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { MAX_FILE_BYTES, MAX_FILE_NAME_LENGTH } from '#contract/limits.ts';
import { readCsv } from '#frontend/csv/read-csv.ts';
import { MAX_ANSWER_BYTES, writeSheet } from '#frontend/csv/google-sheet.ts';
import { requestSpreadsheet, requestTab } from '#frontend/threads/sheets/sheets-client.ts';
import type { SheetsProblem } from '#frontend/threads/sheets/ask-google.ts';
import { connectionExamples } from '#test/contract/connections.ts';
import { stubBrowserThread } from '#test/support/browser-thread.ts';
import { bytesOf, rowsOf } from '#test/support/csv-read.ts';
import { answerOf, gate, startFakeServer, type Answer } from '#test/support/fake-server.ts';
import {
  cellsAnswer,
  cellsCall,
  googleError,
  SPREADSHEET_ID,
  tabsAnswer,
  tabsCall,
} from '#test/support/google-sheets.ts';

afterEach(() => vi.unstubAllGlobals());

const TOKEN = 'POST /api/connections/sheets/token';
const MAY = { spreadsheetId: SPREADSHEET_ID, title: 'Leads', tab: 'May' };
const NEVER = new AbortController().signal;
const ROWS = [
  ['Status', 'Source'],
  ['Won', 'Google'],
];

/** The thread of spreadsheets, with a server and Google on the other side. */
function start(answers: Record<string, Answer> = {}) {
  const threads = stubBrowserThread();
  const server = startFakeServer({
    [TOKEN]: answerOf(connectionExamples.token),
    [tabsCall()]: { body: tabsAnswer('Leads', ['May', 'June']) },
    [cellsCall('May')]: { body: cellsAnswer(ROWS) },
    ...answers,
  });
  return { threads, server };
}

const readMay = (onProgress?: (bytes: number) => void) => requestTab(MAY, { signal: NEVER, onProgress });

/** The text of the file that comes of these cells, or the problem. */
async function fileOf(body: unknown) {
  start({ [cellsCall('May')]: { body } });
  const read = await readMay();
  return read.ok ? await read.value.text() : read.error;
}

describe('a spreadsheet', () => {
  test('has a title and tabs; a tab that is a chart is left out', async () => {
    const answer = tabsAnswer('Leads', ['May', 'June']);
    const chart = { properties: { sheetId: 9, title: 'Chart', sheetType: 'OBJECT' } };
    start({ [tabsCall()]: { body: { ...answer, sheets: [...answer.sheets, chart] } } });
    expect(await requestSpreadsheet(SPREADSHEET_ID, { signal: NEVER })).toEqual({
      ok: true,
      value: {
        title: 'Leads',
        tabs: [
          { id: 0, title: 'May' },
          { id: 100, title: 'June' },
        ],
      },
    });
  });

  test('is asked for with the token, which goes to Google alone, without cookies or the page that asks', async () => {
    const { server } = start();
    await readMay();
    expect(server.calls()).toEqual([TOKEN, cellsCall('May')]);
    const [asked] = server.received(cellsCall('May'));
    expect(asked?.headers.get('Authorization')).toBe('Bearer access-of-the-examples');
    expect(asked?.tells).toEqual({ credentials: 'omit', referrerPolicy: 'no-referrer' });
    const [token] = server.received(TOKEN);
    expect(token?.headers.has('Authorization')).toBe(false);
    expect(token?.tells.credentials).toBe('same-origin');
  });

  test('without a tab that has cells is empty', async () => {
    start({ [tabsCall()]: { body: tabsAnswer('Leads', []) } });
    expect(await requestSpreadsheet(SPREADSHEET_ID, { signal: NEVER })).toEqual({
      ok: false,
      error: 'empty',
    });
  });

  test('whose tab has quotes and a name like a range is asked for by that name', async () => {
    const tab = "A1:B2 'May' ?&#";
    const { server } = start({ [cellsCall(tab)]: { body: cellsAnswer(ROWS) } });
    const read = await requestTab({ ...MAY, tab }, { signal: NEVER });
    expect(read.ok && read.value.name).toBe(`Leads - ${tab}.csv`);
    expect(server.unknown()).toEqual([]);
  });
});

describe('the file of a tab', () => {
  test('is named after spreadsheet and tab, and has its cells as they are shown', async () => {
    start();
    const read = await readMay();
    expect(read.ok && [read.value.name, read.value.type, await read.value.text()]).toEqual([
      'Leads - May.csv',
      'text/csv',
      '"Status","Source"\nWon,Google\n',
    ]);
  });

  test('has every letter, wherever the answer is cut into chunks', async () => {
    const letters = [
      ['Stätus', '日本'],
      ['Wön', '🙂'],
    ];
    const bytes = new TextEncoder().encode(JSON.stringify(cellsAnswer(letters)));
    const chunks = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    start();
    const answered = fetch;
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
      `GET ${path}` === cellsCall('May') ? new Response(chunks) : answered(path, init),
    );
    const read = await readMay();
    expect(read.ok && (await read.value.text())).toBe('"Stätus","日本"\nWön,🙂\n');
  });

  test('has a name that is short enough to be saved', async () => {
    const tab = 'x'.repeat(100);
    start({ [cellsCall(tab)]: { body: cellsAnswer(ROWS) } });
    const nameWith = async (length: number) => {
      const read = await requestTab({ ...MAY, title: 't'.repeat(length), tab }, { signal: NEVER });
      return read.ok ? read.value.name : '';
    };
    const fits = MAX_FILE_NAME_LENGTH - tab.length - ' - .csv'.length;
    expect(await nameWith(fits)).toBe(`${'t'.repeat(fits)} - ${tab}.csv`);
    expect(await nameWith(fits + 1)).toBe(`${'t'.repeat(fits + 1)} - ${tab.slice(1)}.csv`);
  });

  test('has rows as wide as the widest', async () => {
    const cells = cellsAnswer([['Status'], ['Won', 'Google', 'May'], [], ['Lost', 'Bing']]);
    expect(await fileOf(cells)).toBe('"Status","",""\nWon,Google,May\n,,\nLost,Bing,\n');
  });

  test('has an empty cell where Google has none', async () => {
    const cells = {
      ...cellsAnswer(),
      values: [
        ['Status', 'Source'],
        [null, 'Google'],
        [7, true],
      ],
    };
    expect(await fileOf(cells)).toBe('"Status","Source"\n,Google\n7,true\n');
  });

  test.each([
    ['no cells', cellsAnswer()],
    ['blank cells only', cellsAnswer([['', ' '], ['\n']])],
  ])('is none where there are %s', async (_, body) => {
    expect(await fileOf(body)).toBe('empty');
  });

  test('gives back every cell that a sheet may hold', async () => {
    const nasty = fc.oneof(
      fc.constantFrom(
        'sep=;',
        '"',
        '""',
        'a,b',
        'a;b\t|',
        'x\ny',
        'x\r\ny',
        '=1+1',
        '-',
        "'",
        '€ 1.234,50',
        '🙂',
      ),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    );
    const width = 3;
    const cells = fc.array(fc.array(nasty, { maxLength: width }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(cells, async (rows) => {
        const sheet = [['Status', 'Source', 'sep=,'], ...rows];
        const options = {
          delimiter: ',',
          encoding: 'utf-8',
          headerRow: 1,
          keepEmptyRows: true,
          keepOtherLines: true,
          dropFooter: false,
        } as const;
        const read = await readCsv(bytesOf(writeSheet(sheet)), options, () => {});
        const expected = rows.map((row) =>
          Array.from({ length: width }, (_, column) => (row[column] ?? '').trim()),
        );
        expect(read.ok && [read.value.table.headers, rowsOf(read.value.table)]).toEqual([sheet[0], expected]);
        if (read.ok) expect(read.value.report).toMatchObject({ shortRowsPadded: 0, longRowsCut: 0 });
      }),
    );
  });

  test('keeps a first header that looks like a line about separators', async () => {
    const read = await readCsv(bytesOf(writeSheet([['sep=;'], ['1', '2']])), { delimiter: ',' }, () => {});
    expect(read.ok && read.value.table.headers).toEqual(['sep=;', 'Column 2']);
  });
});

describe('the limit of 10 MB', () => {
  /** Two columns whose CSV has this many bytes. */
  const cellsOf = (bytes: number, character = 'x') => {
    const others = '"a","b"\n,y\n'.length;
    return cellsAnswer([
      ['a', 'b'],
      [character.repeat(bytes - others), 'y'],
    ]);
  };

  test('is the size of the file: as much is read, a byte more is not', async () => {
    const text = await fileOf(cellsOf(MAX_FILE_BYTES));
    expect(text.length).toBe(MAX_FILE_BYTES);
    expect(await fileOf(cellsOf(MAX_FILE_BYTES + 1))).toBe('too-large');
  });

  test('holds for bytes, not for characters', async () => {
    const body = cellsAnswer([
      ['a', 'b'],
      ['é'.repeat(MAX_FILE_BYTES / 2), 'y'],
    ]);
    expect(await fileOf(body)).toBe('too-large');
  });

  test('leaves room for an answer that escapes every character', async () => {
    const plain = JSON.stringify(cellsOf(MAX_FILE_BYTES, '<'));
    const [first, end] = [plain.indexOf('<'), plain.lastIndexOf('<') + 1];
    // No pattern: one that takes 10 MB at once can overflow the stack.
    const json = plain.slice(0, first) + '\\u003c'.repeat(end - first) + plain.slice(end);
    expect(json.length).toBeGreaterThan(5.9 * MAX_FILE_BYTES);
    expect(await fileOf(json)).toHaveLength(MAX_FILE_BYTES);
  });

  /** Google's answer comes in pieces, each made as it is asked for. */
  function answerInPieces(source: UnderlyingDefaultSource<Uint8Array>) {
    start();
    vi.stubGlobal('fetch', async (path: string) =>
      path.startsWith('/api')
        ? Response.json(connectionExamples.token.answer)
        : new Response(new ReadableStream(source, { highWaterMark: 0 })),
    );
  }

  test('leaves an answer whole that is exactly as large as one may be', async () => {
    const pieceOf = (length: number) => new Uint8Array(length).fill(0x20);
    const answered = async (bytes: number) => {
      const text = new TextEncoder().encode(JSON.stringify(cellsAnswer(ROWS)));
      let left = bytes - text.length;
      answerInPieces({
        start: (stream) => stream.enqueue(text),
        pull(stream) {
          if (left === 0) return stream.close();
          const piece = pieceOf(Math.min(left, 8 * 1024 * 1024));
          left -= piece.length;
          stream.enqueue(piece);
        },
      });
      const read = await readMay();
      return read.ok ? 'read' : read.error;
    };
    expect(await answered(MAX_ANSWER_BYTES)).toBe('read');
    expect(await answered(MAX_ANSWER_BYTES + 1)).toBe('too-large');
  });

  test('ends the reading of an answer that can only be too large', async () => {
    const PIECE = new Uint8Array(1024 * 1024).fill(0x20);
    let [sent, isCancelled] = [0, false];
    answerInPieces({
      pull: (stream) => {
        sent += PIECE.length;
        stream.enqueue(PIECE);
      },
      cancel: () => void (isCancelled = true),
    });
    expect(await readMay()).toEqual({ ok: false, error: 'too-large' });
    expect(isCancelled).toBe(true);
    expect(sent).toBeLessThan(MAX_ANSWER_BYTES + 3 * PIECE.length);
  });

  test('is no matter to an answer without a text', async () => {
    start();
    vi.stubGlobal('fetch', async (path: string) =>
      path.startsWith('/api')
        ? Response.json(connectionExamples.token.answer)
        : new Response(null, { status: 404 }),
    );
    expect(await readMay()).toEqual({ ok: false, error: 'not-found' });
  });

  test('is no matter to an answer that breaks off: the connection is lost', async () => {
    answerInPieces({
      pull: (stream) => stream.error(new TypeError('network error')),
    });
    expect(await readMay()).toEqual({ ok: false, error: 'offline' });
  });
});

describe('a sheet that is not read', () => {
  const google = (status: number, name: string, reason?: string): Record<string, Answer> => ({
    [cellsCall('May')]: { status, body: googleError(status, name, reason) },
  });

  test.each<[string, Record<string, Answer>, SheetsProblem]>([
    ['the session has ended', { [TOKEN]: answerOf(connectionExamples.tokenOfNobody) }, 'signed-out'],
    ['nothing is connected', { [TOKEN]: answerOf(connectionExamples.tokenDisconnected) }, 'disconnected'],
    ['Google gives no token', { [TOKEN]: answerOf(connectionExamples.tokenUnavailable) }, 'unavailable'],
    ['tokens are asked for too often', { [TOKEN]: { status: 429 } }, 'too-often'],
    ['the answer has no token', { [TOKEN]: { body: {} } }, 'unavailable'],
    ['an error is no token', { [TOKEN]: { status: 500, body: { accessToken: 'x' } } }, 'unavailable'],
    ['the server is out of reach', { [TOKEN]: { isLost: true } }, 'offline'],
    ['Google is out of reach', { [cellsCall('May')]: { isLost: true } }, 'offline'],
    ['the right was withdrawn', google(401, 'UNAUTHENTICATED'), 'disconnected'],
    [
      'another right was given',
      google(403, 'PERMISSION_DENIED', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'),
      'disconnected',
    ],
    ['the sheet is not shared', google(403, 'PERMISSION_DENIED'), 'no-access'],
    [
      'the operator left the interface off',
      google(403, 'PERMISSION_DENIED', 'SERVICE_DISABLED'),
      'not-enabled',
    ],
    ['there is no such sheet', google(404, 'NOT_FOUND'), 'not-found'],
    ['the file is one of Excel', google(400, 'FAILED_PRECONDITION'), 'not-a-sheet'],
    ['the tab was renamed', google(400, 'INVALID_ARGUMENT'), 'tab-gone'],
    ['the quota is used up', google(429, 'RESOURCE_EXHAUSTED'), 'too-often'],
    ['Google fails', google(503, 'UNAVAILABLE'), 'unavailable'],
    ['the answer is no JSON', { [cellsCall('May')]: { body: '<html>' } }, 'unavailable'],
  ])('because %s says so', async (_, answers, problem) => {
    start(answers);
    expect(await readMay()).toEqual({ ok: false, error: problem });
  });
});

describe('the thread of spreadsheets', () => {
  test('ends with its answer, and tells how many bytes have come', async () => {
    const { threads } = start();
    const progress: number[] = [];
    await readMay((bytes) => void progress.push(bytes));
    expect(progress.at(-1)).toBe(JSON.stringify(cellsAnswer(ROWS)).length);
    expect(threads.running).toBe(0);
  });

  test('ends where it breaks', async () => {
    let ended = 0;
    class BrokenWorker extends EventTarget {
      postMessage(): void {
        this.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
      }
      terminate(): void {
        ended++;
      }
    }
    vi.stubGlobal('Worker', BrokenWorker);
    await expect(readMay()).rejects.toThrow('out of memory');
    expect(ended).toBe(1);
  });

  test('ends with its failure, which it tells', async () => {
    const { threads } = start();
    vi.stubGlobal('File', function File() {
      throw new Error('no memory');
    });
    await expect(readMay()).rejects.toThrow('no memory');
    expect(threads.running).toBe(0);
  });

  test('ends with a cancel', async () => {
    const answer = gate();
    const { threads, server } = start({
      [cellsCall('May')]: { body: cellsAnswer(ROWS), after: answer.isOpen },
    });
    const cancelling = new AbortController();
    const reading = requestTab(MAY, { signal: cancelling.signal });
    expect(threads.running).toBe(1);
    // The stub of a thread does not really end: without the last call it would make that in the next test.
    await vi.waitFor(() => expect(server.calls()).toContain(cellsCall('May')));
    cancelling.abort(new Error('aborted by the visitor'));
    await expect(reading).rejects.toThrow('aborted by the visitor');
    expect(threads.running).toBe(0);
    // A question that was cancelled before starts none.
    const { messages } = threads;
    await expect(requestTab(MAY, { signal: cancelling.signal })).rejects.toThrow('aborted by the visitor');
    expect([threads.running, threads.messages]).toEqual([0, messages]);
  });
});
