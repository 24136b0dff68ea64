import { describe, expect, test, vi } from 'vitest';
import { connectThread } from '#frontend/thread/client.ts';
import { nextTask } from '#frontend/thread/next-task.ts';
import type { FromThread, Port } from '#frontend/thread/protocol.ts';
import { serveThread } from '#frontend/thread/serve.ts';
import { portPair } from '#test/support/port-pair.ts';
import { slicedFile, slowFile } from '#test/support/slow-file.ts';

const EARLIER = 'Status,Source\nWon,Google\nLost,Bing\n';
const OTHER = 'Status,City,Country\nWon,Rome,Italy\nLost,Bern,Switzerland\nLost,Oslo,Norway\n';
const LARGE = 'Status,Source\n' + 'Qualified,somewhere\n'.repeat(250_000);

/** A thread whose messages can be kept waiting at the door of the page. */
function startThread() {
  // In order with the thread's own tasks, however long each takes.
  const [pageEnd, threadEnd] = portPair((task) => void nextTask().then(task));
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
    /** What the thread has said since the last file was opened. */
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
  const answer = thread.open(file, {}, { onProgress, signal: controller.signal });
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

const valuesOf = async (thread: Thread, column: number) => (await thread.describeColumn(column)).values;

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
    await vi.waitFor(() => expect(slow.onStopped).toHaveBeenCalled());
    expect(await valuesOf(thread, 1)).toEqual(['Google', 'Bing']);
    expect(said.filter(({ kind }) => kind === 'progress')).toEqual([]);
  });

  test('is read no further either where its bytes come in slices', async () => {
    const { thread } = await startWithFile();
    const { file, asked } = slicedFile(LARGE);
    const reading = open(thread, file);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    asked[0]?.();
    await vi.waitFor(() => expect(asked).toHaveLength(2));
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
    await vi.waitFor(() => expect(said.at(-1)?.kind).not.toBe('progress'));
    // The cancel came while the second of five slices was parsed.
    expect(said.filter(({ kind }) => kind === 'progress')).toHaveLength(2);
    expect(await valuesOf(thread, 1)).toEqual(['Google', 'Bing']);
  });

  test('is not the open one when its answer was on the way', async () => {
    const { thread, said, holdMessages, letIn } = await startWithFile();
    holdMessages();
    const reading = open(thread, new File([OTHER], 'other.csv'));
    await vi.waitFor(() => expect(said.at(-1)?.kind).toBe('answer'));
    reading.cancel();
    letIn();
    expect(await reading.outcome).toBe('aborted');
    expect(await valuesOf(thread, 1)).toEqual(['Google', 'Bing']);
  });

  test('is not the open one either when a question came between its answer and the cancel', async () => {
    const { thread, said, holdMessages, letIn } = await startWithFile();
    holdMessages();
    const reading = open(thread, new File([OTHER], 'other.csv'));
    await vi.waitFor(() => expect(said.at(-1)?.kind).toBe('answer'));
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
    await vi.waitFor(() =>
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
