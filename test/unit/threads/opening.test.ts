import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectThread } from '#frontend/threads/leads/client.ts';
import { yieldToMessages } from '#frontend/threads/yield-to-messages.ts';
import type { Port } from '#frontend/threads/rpc.ts';
import { serveThread } from '#frontend/threads/leads/serve.ts';
import { portPair, type FromThread } from '#test/support/port-pair.ts';
import { slicedFile, slowFile } from '#test/support/slow-file.ts';
import { eventually } from '../../support/eventually.ts';

const EARLIER = 'Status,Source\nWon,Google\nLost,Bing\n';
const OTHER = 'Status,City,Country\nWon,Rome,Italy\nLost,Bern,Switzerland\nLost,Oslo,Norway\n';
const LARGE = 'Status,Source\n' + 'Qualified,somewhere\n'.repeat(250_000);

/** A thread whose messages can be kept waiting at the door of the page. */
function startThread() {
  // In order with the thread's own tasks, however long each takes.
  const [pageEnd, threadEnd] = portPair((task) => void yieldToMessages().then(task));
  serveThread(threadEnd);
  const said: FromThread[] = [];
  let waiting: (() => void)[] | null = null;
  const page: Port = {
    ...pageEnd,
    addEventListener: (type, listener) =>
      pageEnd.addEventListener(type, (event) => {
        said.push(event.data as FromThread);
        if (waiting) waiting.push(() => listener(event));
        else listener(event);
      }),
  };
  return {
    thread: connectThread(page, () => {}),
    /** The messages of the thread since the last file was opened. */
    said,
    holdMessages: () => void (waiting = []),
    letIn() {
      waiting?.forEach((deliver) => deliver());
      waiting = null;
    },
  };
}

type Started = ReturnType<typeof startThread>;
type Thread = Started['thread'];

/** Time for messages to arrive. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve));
};

function open(thread: Thread, file: File, onProgress: () => void = () => {}) {
  const controller = new AbortController();
  const answer = thread.ask('open', { file, options: {} }, { onProgress, signal: controller.signal });
  const outcome = answer.then(
    (opened) => (opened.ok ? opened.value.headers : opened.error.reason),
    () => 'aborted',
  );
  return { outcome, cancel: () => controller.abort() };
}

async function startWithFile(): Promise<Started> {
  const started = startThread();
  const opened = await open(started.thread, new File([EARLIER], 'earlier.csv')).outcome;
  expect(opened).toEqual(['Status', 'Source']);
  started.said.length = 0;
  return started;
}

const valuesOf = async (thread: Thread, column: number) =>
  (await thread.ask('describeColumn', { column })).values;

describe('a cancelled file', () => {
  test('is read no further, and the one before stays, while its bytes come', async () => {
    const { thread, said } = await startWithFile();
    const slow = slowFile(OTHER);
    const reading = open(thread, slow.file);
    await settle();
    slow.give(10);
    await settle();
    expect(slow.onStopped).not.toHaveBeenCalled();
    reading.cancel();
    expect(await reading.outcome).toBe('aborted');
    await eventually(() => expect(slow.onStopped).toHaveBeenCalled());
    expect(await valuesOf(thread, 1)).toEqual(['Google', 'Bing']);
    expect(said.filter(({ kind }) => kind === 'progress')).toEqual([]);
  });

  test('is read no further either where its bytes come in slices', async () => {
    const { thread } = await startWithFile();
    const { file, asked } = slicedFile(LARGE);
    const reading = open(thread, file);
    await eventually(() => expect(asked).toHaveLength(1));
    asked[0]?.();
    await eventually(() => expect(asked).toHaveLength(2));
    reading.cancel();
    expect(await reading.outcome).toBe('aborted');
    await settle();
    asked[1]?.();
    await settle();
    expect(asked).toHaveLength(2);
    expect(await valuesOf(thread, 1)).toEqual(['Google', 'Bing']);
  });

  test('is parsed no further, and the one before stays', async () => {
    const { thread, said } = await startWithFile();
    const reading = open(thread, new File([LARGE], 'large.csv'), () => reading.cancel());
    expect(await reading.outcome).toBe('aborted');
    await eventually(() => expect(said.at(-1)?.kind).not.toBe('progress'));
    // The cancel came while the second of five slices was parsed.
    expect(said.filter(({ kind }) => kind === 'progress')).toHaveLength(2);
    expect(await valuesOf(thread, 1)).toEqual(['Google', 'Bing']);
  });

  test('is not the open one when its answer was on the way', async () => {
    const { thread, said, holdMessages, letIn } = await startWithFile();
    holdMessages();
    const reading = open(thread, new File([OTHER], 'other.csv'));
    await eventually(() => expect(said.at(-1)?.kind).toBe('answer'));
    reading.cancel();
    letIn();
    expect(await reading.outcome).toBe('aborted');
    expect(await valuesOf(thread, 1)).toEqual(['Google', 'Bing']);
  });

  test('is not the open one either when a question came between its answer and the cancel', async () => {
    const { thread, said, holdMessages, letIn } = await startWithFile();
    holdMessages();
    const reading = open(thread, new File([OTHER], 'other.csv'));
    await eventually(() => expect(said.at(-1)?.kind).toBe('answer'));
    const asked = valuesOf(thread, 1);
    await settle();
    reading.cancel();
    letIn();
    expect(await asked).toEqual(['Google', 'Bing']);
    expect(await valuesOf(thread, 1)).toEqual(['Google', 'Bing']);
  });
});

test('a file is kept until the page asks about the next one, or cancels it', async () => {
  const [pageEnd, threadEnd] = portPair();
  serveThread(threadEnd);
  const said: FromThread[] = [];
  pageEnd.addEventListener('message', ({ data }) => said.push(data as FromThread));
  let lastId = 0;
  const ask = async (question: object) => {
    const id = ++lastId;
    pageEnd.postMessage({ id, ...question }, []);
    await eventually(() =>
      expect(said.at(-1)).toMatchObject({ id, kind: expect.stringMatching(/answer|failed/) }),
    );
    return id;
  };
  const openBeside = (file: number) =>
    ask({ question: 'open', file, ask: { file: new File([EARLIER], 'leads.csv'), options: {} } });
  const isKept = async (file: number) => {
    await ask({ question: 'describeColumn', file, ask: { column: 0 } });
    return said.at(-1)?.kind === 'answer';
  };
  const first = await openBeside(0);
  const second = await openBeside(first);
  expect([await isKept(first), await isKept(second), await isKept(first)]).toEqual([true, true, false]);
  const third = await openBeside(second);
  pageEnd.postMessage({ id: third, question: 'cancel' }, []);
  expect([await isKept(second), await isKept(third)]).toEqual([true, false]);
});

describe('a file whose bytes stop coming', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const seconds = async (count: number) => {
    await settle();
    vi.advanceTimersByTime(count * 1000);
    await settle();
  };

  /** A file that is being read, with its first bytes there; what became of it, once that is known. */
  async function openSlow(thread: Thread) {
    const slow = slowFile(OTHER);
    const onEnd = vi.fn();
    void open(thread, slow.file).outcome.then(onEnd);
    await settle();
    slow.give(10);
    await settle();
    return { ...slow, onEnd };
  }

  test('is unreadable after 10 s, and the one before stays', async () => {
    const { thread } = await startWithFile();
    const { onEnd, onStopped } = await openSlow(thread);
    await seconds(9.999);
    expect(onEnd).not.toHaveBeenCalled();
    await seconds(0.001);
    expect(onEnd.mock.calls).toEqual([['unreadable']]);
    expect(onStopped).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
    expect(await valuesOf(thread, 1)).toEqual(['Google', 'Bing']);
  });

  test('is unreadable after 10 s without any', async () => {
    const { thread } = startThread();
    const onEnd = vi.fn();
    void open(thread, slowFile(OTHER).file).outcome.then(onEnd);
    await seconds(9.999);
    expect(onEnd).not.toHaveBeenCalled();
    await seconds(0.001);
    expect(onEnd.mock.calls).toEqual([['unreadable']]);
  });

  test('is unreadable after 10 s without a slice', async () => {
    const { thread } = startThread();
    const { file, asked } = slicedFile(LARGE);
    const onEnd = vi.fn();
    void open(thread, file).outcome.then(onEnd);
    await seconds(9);
    asked[0]?.();
    await seconds(9.999);
    expect(onEnd).not.toHaveBeenCalled();
    await seconds(0.001);
    expect(onEnd.mock.calls).toEqual([['unreadable']]);
    expect(asked).toHaveLength(2);
  });

  test('opens, however slowly they come', async () => {
    const { thread } = startThread();
    const { onEnd, give, giveRest } = await openSlow(thread);
    for (let bytes = 0; bytes < 12; bytes++) {
      await seconds(9.999);
      give(1);
    }
    await seconds(9.999);
    giveRest();
    await seconds(0);
    expect(onEnd.mock.calls).toEqual([[['Status', 'City', 'Country']]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is waited for while the page is hidden, and 10 s of a visible page in all', async () => {
    const { thread } = startThread();
    thread.showPage(false);
    const { onEnd } = await openSlow(thread);
    await seconds(600);
    thread.showPage(true);
    await seconds(6);
    thread.showPage(false);
    await seconds(600);
    thread.showPage(true);
    await seconds(3.999);
    expect(onEnd).not.toHaveBeenCalled();
    await seconds(0.001);
    expect(onEnd.mock.calls).toEqual([['unreadable']]);
  });

  test('is waited for while the computer sleeps', async () => {
    const { thread } = startThread();
    const { onEnd } = await openSlow(thread);
    await seconds(8);
    vi.setSystemTime(Date.now() + 3_600_000);
    await seconds(1.999);
    expect(onEnd).not.toHaveBeenCalled();
  });

  test('may be parsed for as long as that takes', async () => {
    const { thread } = startThread();
    const { outcome } = open(thread, new File([LARGE], 'large.csv'), () => vi.advanceTimersByTime(60_000));
    expect(await outcome).toEqual(['Status', 'Source']);
  });
});
