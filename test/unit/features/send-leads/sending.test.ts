import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Destination, ListedSend } from '#contract/sends.ts';
import { createSending, type Sending } from '#frontend/features/send-leads/sending.ts';
import type { LeadFiles } from '#frontend/threads/leads/lead-files.ts';
import { startSender, type Sender } from '#frontend/threads/sends/send-client.ts';
import type { SendOutcome } from '#frontend/threads/sends/send-leads.ts';
import type { SendProgress } from '#frontend/threads/sends/send-questions.ts';

vi.mock('#frontend/threads/sends/send-client.ts', () => ({ startSender: vi.fn() }));

const NOW = Date.parse('2026-11-25T12:00:00Z');
const DESTINATION: Destination = { account: '1234567890', manager: null, action: '987' };
const OUTCOME = { total: 10, done: 10 } as SendOutcome; // only handed on
const PROGRESS: SendProgress = { done: 3, total: 10, refused: 0, waitsSeconds: null };
const BLOCKED = { problem: 'blocked', said: null } as const;

const send = (fields: Partial<ListedSend> = {}): ListedSend => ({
  id: '1',
  ...DESTINATION,
  total: 10,
  fingerprint: 'same',
  madeAt: NOW - 5000,
  done: 10,
  refused: 0,
  startedAt: '2026-11-25T00:00:00.000Z',
  updatedAt: '2026-11-25T00:00:00.000Z',
  outcomes: { open: 0, settled: 0, records: 0, errors: [], warnings: [] },
  ...fields,
});

/** The senders that were started, the newest last. A closed one rejects what it was asked, as the real one does. */
let senders: (Sender & { closed: boolean })[] = [];
const prepare = vi.fn<Sender['prepare']>();
const askTest = vi.fn<Sender['test']>();
const askSend = vi.fn<Sender['send']>();
const stop = vi.fn();
const makeEvents = vi.fn<LeadFiles['makeEvents']>();

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  senders = [];
  prepare.mockReset().mockResolvedValue({ ok: true, value: { total: 10, fingerprint: 'same' } });
  askTest.mockReset().mockResolvedValue({ ok: true, value: OUTCOME });
  askSend.mockReset().mockResolvedValue({ ok: true, value: OUTCOME });
  stop.mockReset();
  makeEvents.mockReset().mockResolvedValue({ taken: 10 } as never); // only handed on
  vi.mocked(startSender).mockImplementation(() => {
    const closing = Promise.withResolvers<never>();
    closing.promise.catch(() => {});
    const untilClosed = <Answer>(answer: Promise<Answer>) => Promise.race([answer, closing.promise]);
    const sender = {
      closed: false,
      prepare: (...asked: Parameters<Sender['prepare']>) => untilClosed(prepare(...asked)),
      test: (...asked: Parameters<Sender['test']>) => untilClosed(askTest(...asked)),
      send: (...asked: Parameters<Sender['send']>) => untilClosed(askSend(...asked)),
      follow: vi.fn(),
      check: vi.fn(),
      stop,
      close() {
        sender.closed = true;
        closing.reject(new Error('closed'));
      },
    };
    senders.push(sender);
    return sender;
  });
});
afterEach(() => vi.useRealTimers());

/** A send that somebody looks at. */
function look(): { sending: Sending; states: ReturnType<Sending['getState']>[]; leave(): void } {
  const sending = createSending();
  const states: ReturnType<Sending['getState']>[] = [];
  const leave = sending.subscribe(() => states.push(sending.getState()));
  return { sending, states, leave };
}

const check = (sending: Sending, sends: readonly ListedSend[] = []) =>
  sending.check({
    destination: DESTINATION,
    question: { kind: 'x' } as never,
    files: { makeEvents } as never,
    sends,
  }); // only handed on

async function ready(sends: readonly ListedSend[] = []) {
  const room = look();
  await check(room.sending, sends);
  return room;
}

describe('the check', () => {
  test('hands the leads of this moment over to the thread that sends, and says how far it is', async () => {
    makeEvents.mockImplementation(async (_, { onProgress }) => {
      onProgress({ done: 5, total: 10 } as never); // only handed on
      return { taken: 10 } as never;
    });
    const { sending, states } = look();
    const checking = check(sending);
    expect(states).toMatchObject([
      { busy: 'checking', checked: null, ready: null },
      { busy: 'checking', checked: { done: 5, total: 10 } },
    ]);
    await checking;
    expect(sending.getState()).toMatchObject({
      busy: null,
      failure: null,
      ready: {
        total: 10,
        fingerprint: 'same',
        destination: DESTINATION,
        made: { taken: 10 },
        madeAt: NOW,
        unfinished: null,
        finished: null,
      },
    });
    expect(makeEvents).toHaveBeenCalledOnce();
    expect(makeEvents.mock.calls[0]?.[0]).toMatchObject({
      kind: 'x',
      now: NOW,
      port: expect.any(MessagePort) as object,
    });
    expect(prepare).toHaveBeenCalledExactlyOnceWith(DESTINATION, expect.any(MessagePort));
  });

  test('goes on with an interrupted send of the same values, at its moment', async () => {
    const open = send({ done: 4 });
    const { sending } = await ready([send({ id: '2', fingerprint: 'other' }), open]);
    expect(makeEvents.mock.calls.map(([{ now }]) => now)).toEqual([open.madeAt]);
    expect(sending.getState().ready).toMatchObject({ madeAt: open.madeAt, unfinished: open, finished: null });
  });

  test('makes the leads anew where they are others than those of the interrupted send', async () => {
    const { sending } = await ready([send({ done: 4, fingerprint: 'before' })]);
    expect(makeEvents.mock.calls.map(([{ now }]) => now)).toEqual([NOW - 5000, NOW]);
    expect(makeEvents.mock.calls.map(([, { signal }]) => signal.aborted)).toEqual([true, false]);
    expect(senders.map(({ closed }) => closed)).toEqual([true, false]);
    expect(sending.getState().ready).toMatchObject({ madeAt: NOW, unfinished: null });
  });

  test('knows the last send of the same values that reached its end', async () => {
    const { sending } = await ready([send({ id: '3', fingerprint: 'other' }), send({ id: '2' }), send()]);
    expect(sending.getState().ready).toMatchObject({ madeAt: NOW, unfinished: null, finished: { id: '2' } });
    expect(makeEvents).toHaveBeenCalledOnce();
  });

  test.each([{ account: '1111111111' }, { manager: '1111111111' }, { action: '1' }])(
    'asks nothing of sends to another destination: %j',
    async (other) => {
      const { sending } = await ready([send({ ...other, done: 4 }), send(other)]);
      expect(sending.getState().ready).toMatchObject({ madeAt: NOW, unfinished: null, finished: null });
    },
  );

  test('says why nothing can be sent', async () => {
    prepare.mockResolvedValue({ ok: false, error: BLOCKED });
    const { sending } = await ready([send({ done: 4 })]);
    expect(sending.getState()).toMatchObject({ busy: null, failure: BLOCKED, ready: null });
    const broken = new Error('no rows');
    makeEvents.mockRejectedValue(broken);
    await check(sending);
    expect(sending.getState()).toMatchObject({ busy: null, failure: broken, ready: null });
  });

  test('that is stopped shows nothing more, and its leads are forgotten', async () => {
    makeEvents.mockReturnValue(new Promise(() => {}));
    prepare.mockReturnValue(new Promise(() => {}));
    const { sending, states } = look();
    const checking = check(sending);
    sending.stop();
    const seen = states.length;
    await checking;
    expect(sending.getState()).toMatchObject({ busy: null, checked: null, failure: null, ready: null });
    expect(states).toHaveLength(seen);
    expect(makeEvents.mock.calls[0]?.[1].signal.aborted).toBe(true);
    expect(senders.map(({ closed }) => closed)).toEqual([true]);
    expect(stop).not.toHaveBeenCalled();
  });
});

describe('a test and a send', () => {
  test('do nothing before the check', async () => {
    const { sending, states } = look();
    await sending.test();
    await sending.send();
    sending.stop();
    sending.reset();
    expect(states).toEqual([]);
    expect([askTest, askSend].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });

  test('tell their progress and their outcome', async () => {
    const { sending, states } = await ready();
    askTest.mockImplementation(async (onProgress) => {
      onProgress(PROGRESS);
      return { ok: true, value: OUTCOME };
    });
    const testing = sending.test();
    expect(sending.getState()).toMatchObject({ busy: 'testing', tested: null, progress: PROGRESS });
    await testing;
    expect(sending.getState()).toMatchObject({ busy: null, tested: OUTCOME, sent: null });
    askSend.mockImplementation(async (_, onProgress) => {
      expect(sending.getState()).toMatchObject({ busy: 'sending', progress: null, sent: null });
      onProgress(PROGRESS);
      return { ok: true, value: OUTCOME };
    });
    await sending.send();
    expect(states.at(-2)).toMatchObject({ busy: 'sending', progress: PROGRESS });
    expect(sending.getState()).toMatchObject({ busy: null, tested: OUTCOME, sent: OUTCOME });
    expect(askSend).toHaveBeenCalledExactlyOnceWith(NOW, expect.any(Function));
  });

  test('that fail say why, and the next one begins without that', async () => {
    const { sending } = await ready();
    askTest.mockResolvedValueOnce({ ok: false, error: BLOCKED });
    await sending.test();
    expect(sending.getState()).toMatchObject({ busy: null, failure: BLOCKED, tested: null });
    askSend.mockResolvedValueOnce({ ok: false, error: { problem: 'lost', said: 'x' } });
    const failing = sending.send();
    expect(sending.getState().failure).toBeNull();
    await failing;
    expect(sending.getState()).toMatchObject({ busy: null, failure: { problem: 'lost' }, sent: null });
    await sending.send();
    expect(sending.getState()).toMatchObject({ failure: null, sent: OUTCOME });
    const again = sending.test();
    expect(sending.getState()).toMatchObject({ busy: 'testing', failure: null, sent: null });
    await again;
  });

  test('run one at a time, and are ended by the thread itself', async () => {
    const { sending } = await ready();
    const answer = Promise.withResolvers<Awaited<ReturnType<Sender['send']>>>();
    askSend.mockReturnValue(answer.promise);
    const sent = sending.send();
    await sending.test();
    await sending.send();
    await check(sending);
    sending.reset();
    sending.stop();
    expect(sending.getState()).toMatchObject({ busy: 'sending', ready: { fingerprint: 'same' } });
    expect(stop).toHaveBeenCalledOnce();
    expect([askTest, askSend, prepare].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1]);
    answer.resolve({ ok: true, value: OUTCOME });
    await sent;
    expect(sending.getState()).toMatchObject({ busy: null, sent: OUTCOME });
    expect(senders[0]?.closed).toBe(false);
  });

  test('during a test nothing begins anew', async () => {
    const { sending } = await ready();
    askTest.mockReturnValue(new Promise(() => {}));
    void sending.test();
    sending.reset();
    expect(sending.getState().busy).toBe('testing');
  });

  test('begin anew on request, without leads', async () => {
    const { sending } = await ready();
    await sending.test();
    sending.reset();
    expect(sending.getState()).toEqual(createSending().getState());
    expect(senders[0]?.closed).toBe(true);
    await sending.send();
    expect(askSend).not.toHaveBeenCalled();
  });

  test('leave no leads behind where nobody looks any more', async () => {
    const { sending, leave } = await ready();
    leave();
    await sending.send();
    expect(sending.getState()).toMatchObject({ busy: null, sent: OUTCOME, ready: null });
    expect(senders[0]?.closed).toBe(true);
  });
});
