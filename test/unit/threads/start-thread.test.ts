import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../support/eventually.ts';

const THREADS = '../../../frontend/src/threads';

beforeEach(() => void vi.resetModules());
afterEach(() => {
  for (const name of ['leads/thread', 'sends/send-thread', 'sheets/sheets-thread'])
    vi.doUnmock(`${THREADS}/${name}.ts?worker&url`);
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('a thread', () => {
  /** The threads as they are after a build, and what the browser is told to start. */
  async function load(trustedTypes?: object) {
    vi.doMock('../../../frontend/src/threads/leads/thread.ts?worker&url', () => ({
      default: '/assets/leads-1.js',
    }));
    vi.doMock('../../../frontend/src/threads/sends/send-thread.ts?worker&url', () => ({
      default: '/assets/send-2.js',
    }));
    vi.doMock('../../../frontend/src/threads/sheets/sheets-thread.ts?worker&url', () => ({
      default: '/old/assets/sheets-3.js',
    }));
    const started: unknown[][] = [];
    vi.stubGlobal('Worker', function FakeWorker(...all: unknown[]) {
      started.push(all);
    });
    vi.stubGlobal('trustedTypes', trustedTypes);
    return { started, ...(await import('#frontend/threads/start-thread.ts')) };
  }

  test('of a connection has an address whose policy lets it connect, and that of the leads has not', async () => {
    const { startThread, started } = await load();
    startThread('leads');
    startThread('send', '/api/teams/7');
    // Only the folder at the beginning stands for the files of the build.
    startThread('sheets');
    expect(started).toEqual([
      ['/assets/leads-1.js', { type: 'module', name: 'leads /api' }],
      ['/google-values/assets/send-2.js', { type: 'module', name: 'send /api/teams/7' }],
      ['/old/assets/sheets-3.js', { type: 'module', name: 'sheets /api' }],
    ]);
  });

  test('may be started by the policy of the page, and no other script', async () => {
    const createPolicy = vi.fn((_name: string, rules: { createScriptURL(url: string): string }) => ({
      createScriptURL: (url: string) => `trusted ${rules.createScriptURL(url)}`,
    }));
    const { startThread, started } = await load({ createPolicy });
    startThread('leads');
    expect(started[0]?.[0]).toBe('trusted /assets/leads-1.js');
    expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['leads-thread']);
    const policy = createPolicy.mock.results[0]?.value as { createScriptURL(url: string): string };
    expect(() => policy.createScriptURL('https://example.com/other.js')).toThrow(
      new TypeError('Only the threads may be started'),
    );
  });
});

test('a thread calls our site by the path behind its own name, else by that of the user', async () => {
  const { workRoot } = await import('#frontend/threads/work-root.ts');
  for (const [name, root] of [
    ['send /api/teams/7', '/api/teams/7'],
    ['send', '/api'],
    ['', '/api'],
    [undefined, '/api'],
  ] as const) {
    vi.stubGlobal('name', name);
    expect(workRoot()).toBe(root);
  }
});

test('each byte of a hash is two hexadecimal digits', async () => {
  const { writeHex } = await import('#frontend/threads/write-hex.ts');
  expect(writeHex(Uint8Array.of(0, 15, 16, 255).buffer)).toBe('000f10ff');
});

describe('the script of a thread', () => {
  const ENTRIES = {
    leads: () => import('#frontend/threads/leads/thread.ts'),
    send: () => import('#frontend/threads/sends/send-thread.ts'),
    sheets: () => import('#frontend/threads/sheets/sheets-thread.ts'),
  };

  /** Starts a script in the place of a browser thread. */
  async function run(name: keyof typeof ENTRIES) {
    const thread = Object.assign(new EventTarget(), { postMessage: vi.fn() });
    vi.stubGlobal('self', thread);
    await ENTRIES[name]();
    const said = thread.postMessage.mock.calls;
    const hear = (data: unknown) => thread.dispatchEvent(new MessageEvent('message', { data }));
    return { said, hear };
  }

  test('of the leads answers, and hands over the counts of its answer instead of copying them', async () => {
    const { said, hear } = await run('leads');
    const file = new File(['Status,Source\nWon,Web\nLost,Ads\n'], 'leads.csv');
    hear({ id: 1, file: 0, known: [], question: 'open', ask: { file, options: {} } });
    await eventually(() => expect(said.at(-1)?.[0]).toMatchObject({ id: 1, kind: 'answer' }));
    const ask = { column: 1, statusColumn: 0, qualified: new Set(['Won']) };
    hear({ id: 2, file: 1, known: [], question: 'countConversions', ask });
    await eventually(() => expect(said.at(-1)?.[0]).toMatchObject({ id: 2, kind: 'answer' }));
    const [{ answer }, options] = said.at(-1)!; // it has answered
    expect([...answer]).toEqual([1, 0]);
    expect(options).toEqual({ transfer: [answer.buffer] });
  });

  test('that sends answers commands', async () => {
    const { said, hear } = await run('send');
    hear({ id: 1, question: 'test' });
    await eventually(() =>
      expect(said.at(-1)?.[0]).toMatchObject({ message: 'Error: No leads are prepared' }),
    );
    expect(said).toEqual([
      [
        { id: 1, kind: 'failed', message: 'Error: No leads are prepared', isPartMissing: false },
        { transfer: [] },
      ],
    ]);
  });

  test('of spreadsheets answers its question', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const { said, hear } = await run('sheets');
    hear({ id: 1, question: 'describe', ask: '1a2B' });
    const answer = { id: 1, kind: 'answer', answer: { ok: false, error: 'offline' } };
    await eventually(() => expect(said).toEqual([[answer, { transfer: [] }]]));
  });
});
