import { afterEach, describe, expect, test, vi } from 'vitest';
import { PartMissing } from '#frontend/csv/part-missing.ts';
import { connect, describeError, resultOf, serve, type Call } from '#frontend/threads/rpc.ts';
import { portPair } from '#test/support/port-pair.ts';
import { eventually } from '../../support/eventually.ts';

afterEach(() => void vi.unstubAllGlobals());

class Refused extends Error {
  readonly details = { reason: 'closed' };
}

const never = () => Promise.withResolvers<never>().promise;

/** A thread that answers some questions, and the page's end of it. */
function start() {
  const signals: AbortSignal[] = [];
  const questions = {
    double: (number: number) => number * 2,
    async count(to: number, { tell }: Call<number>) {
      for (let done = 1; done <= to; done++) tell(done);
      return 'counted';
    },
    wait(_: undefined, { signal }: Call) {
      signals.push(signal);
      return never();
    },
    break(): never {
      throw new RangeError('too far');
    },
    fetchPart: () => Promise.reject(new PartMissing('gone')),
    refuse: () => resultOf(Promise.reject(new Refused('no')), Refused),
    copy: (buffer: ArrayBuffer) => ({ bytes: new Uint8Array(buffer) }),
  };
  const [pageEnd, threadEnd] = portPair();
  const onCancel = vi.fn();
  const toThread = vi.fn(pageEnd.postMessage);
  const toPage = vi.fn(threadEnd.postMessage);
  serve({ ...threadEnd, postMessage: toPage }, questions, { onCancel });
  const thread = connect<typeof questions>({ ...pageEnd, postMessage: toThread });
  return { thread, signals, onCancel, toThread, toPage };
}

describe('a question', () => {
  test('has the answer of its own name and content, however many are asked at once', async () => {
    const { thread } = start();
    const asked = [thread.ask('double', 2), thread.ask('copy', new ArrayBuffer(3)), thread.ask('double', 5)];
    expect(await Promise.all(asked)).toEqual([4, { bytes: new Uint8Array(3) }, 10]);
    // @ts-expect-error: no such question
    await expect(thread.ask('treble', 1)).rejects.toThrow();
    // @ts-expect-error: a number is doubled
    expect(await thread.ask('double', 'a')).toBeNaN();
    // @ts-expect-error: a count tells numbers
    await thread.ask('count', 0, { onProgress: (_progress: string) => {} });
  });

  test('reports progress in order, to its own caller', async () => {
    const { thread } = start();
    const [first, second] = [vi.fn(), vi.fn()];
    const counted = [
      thread.ask('count', 3, { onProgress: first }),
      thread.ask('count', 1, { onProgress: second }),
      thread.ask('count', 2),
    ];
    expect(await Promise.all(counted)).toEqual(['counted', 'counted', 'counted']);
    expect([first.mock.calls.flat(), second.mock.calls.flat()]).toEqual([[1, 2, 3], [1]]);
  });

  test('fails alone, with the name and the message of its error', async () => {
    const { thread } = start();
    const other = thread.ask('double', 1);
    await expect(thread.ask('break', undefined)).rejects.toEqual(new Error('RangeError: too far'));
    expect(await other).toBe(2);
  });

  test('that is refused as expected is answered with the details', async () => {
    const { thread } = start();
    expect(await thread.ask('refuse', undefined)).toEqual({ ok: false, error: { reason: 'closed' } });
    await expect(resultOf(Promise.reject(new TypeError('a mistake')), Refused)).rejects.toThrow('a mistake');
    expect(await resultOf(Promise.resolve(7), Refused)).toEqual({ ok: true, value: 7 });
  });

  test('whose code is gone from the server says so, and that the release may be stale', async () => {
    const dispatched = vi.fn((_event: Event) => true);
    vi.stubGlobal('dispatchEvent', dispatched);
    const { thread } = start();
    await expect(thread.ask('fetchPart', undefined)).rejects.toBeInstanceOf(PartMissing);
    expect(dispatched.mock.calls.map(([{ type }]) => type)).toEqual(['vite:preloadError']);
    expect(await thread.ask('double', 4)).toBe(8);
  });

  test('brings what the page sends with every question, and the answer its own tools', async () => {
    const [pageEnd, threadEnd] = portPair();
    const questions = { where: (_: undefined, { file }: { file: number }) => file };
    serve(threadEnd, questions, { toolsOf: (_call, message) => message as { file: number } });
    let file = 1;
    const thread = connect<typeof questions>(pageEnd, () => ({ file }));
    const first = thread.ask('where', undefined);
    file = 2;
    expect([await first, await thread.ask('where', undefined)]).toEqual([1, 2]);
  });
});

describe('a cancelled question', () => {
  test('rejects with the reason of the signal, and its answer is stopped; the others go on', async () => {
    const { thread, signals, onCancel } = start();
    const [one, other] = [new AbortController(), new AbortController()];
    const waiting = thread.ask('wait', undefined, { signal: one.signal });
    void thread.ask('wait', undefined, { signal: other.signal });
    await eventually(() => expect(signals).toHaveLength(2));
    one.abort(new Error('by the visitor'));
    await expect(waiting).rejects.toThrow('by the visitor');
    await eventually(() => expect(onCancel).toHaveBeenCalledExactlyOnceWith(1));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  test('takes no answer that was on its way, and the thread still hears of the cancel', async () => {
    const { thread, toPage, onCancel } = start();
    const cancelling = new AbortController();
    const onProgress = vi.fn();
    const counted = thread.ask('count', 2, { onProgress, signal: cancelling.signal });
    toPage.mockImplementationOnce((...said) => {
      cancelling.abort(new Error('too late'));
      toPage.getMockImplementation()?.(...said);
    });
    await expect(counted).rejects.toThrow('too late');
    await eventually(() => expect(onCancel).toHaveBeenCalledExactlyOnceWith(1));
    expect(await thread.ask('double', 1)).toBe(2);
    expect(onProgress).not.toHaveBeenCalled();
  });

  test('is not asked when it was cancelled before, and not cancelled once it is answered', async () => {
    const { thread, toThread } = start();
    const signal = AbortSignal.abort(new Error('before'));
    await expect(thread.ask('double', 1, { signal })).rejects.toThrow('before');
    expect(toThread).not.toHaveBeenCalled();
    const answered = new AbortController();
    await thread.ask('double', 1, { signal: answered.signal });
    answered.abort();
    expect(toThread).toHaveBeenCalledOnce();
  });
});

describe('a thread that dies', () => {
  test('fails what is asked, and what is asked later', async () => {
    const { thread, toThread } = start();
    const waiting = [thread.ask('wait', undefined), thread.ask('double', 1)];
    thread.fail(describeError({ message: 'out of memory' } as ErrorEvent));
    for (const asked of waiting) await expect(asked).rejects.toThrow('out of memory');
    await expect(thread.ask('double', 1)).rejects.toThrow('out of memory');
    expect(toThread).toHaveBeenCalledTimes(2);
  });

  test('without a word was never loaded: the next question is asked, and the release may be stale', async () => {
    const dispatched = vi.fn((_event: Event) => true);
    vi.stubGlobal('dispatchEvent', dispatched);
    const { thread } = start();
    const waiting = thread.ask('wait', undefined);
    thread.fail(describeError({ message: '' } as ErrorEvent));
    await expect(waiting).rejects.toEqual(new PartMissing('The thread could not be loaded'));
    expect(dispatched.mock.calls.map(([{ type }]) => type)).toEqual(['vite:preloadError']);
    expect(await thread.ask('double', 1)).toBe(2);
  });
});

describe('what is handed over instead of copied', () => {
  const { port1 } = new MessageChannel();
  const buffer = new ArrayBuffer(8);
  const counts = new Uint32Array(2);
  const [first, second] = [new Uint32Array(1), new Float64Array(1)];

  /** The transfer list of a question of this content. */
  function transferred(asked: unknown): unknown {
    const postMessage = vi.fn();
    void connect<{ any(asked: unknown): void }>({ postMessage, addEventListener: () => {} }).ask(
      'any',
      asked,
    );
    return postMessage.mock.calls[0]?.[1];
  }

  test('are buffers and ports, each once, wherever they stand in a question', () => {
    expect(transferred(buffer)).toEqual([buffer]);
    expect(transferred({ port: port1, leads: counts, same: new Uint8Array(counts.buffer) })).toEqual([
      port1,
      counts.buffer,
    ]);
    expect(transferred({ byValue: { figures: { p: first } }, codes: [second] })).toEqual([
      first.buffer,
      second.buffer,
    ]);
  });

  test('is nothing else: texts, lists that begin with something else, and what is nested deeper', () => {
    for (const asked of [
      null,
      undefined,
      'text',
      7,
      ['a', new Uint8Array(1)],
      [],
      { a: { b: { c: { d: new Uint8Array(1) } } } },
    ])
      expect(transferred(asked)).toEqual([]);
  });

  test('are the buffers of an answer too', async () => {
    const { thread, toPage } = start();
    const asked = new ArrayBuffer(2);
    const { bytes } = await thread.ask('copy', asked);
    expect([asked.byteLength, bytes.length]).toEqual([0, 2]);
    const [message, transfer] = toPage.mock.calls[0]!; // the answer
    expect([message, transfer]).toMatchObject([{ kind: 'answer' }, [expect.any(ArrayBuffer)]]);
  });
});
