import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ListedSend, RequestOutcome, Send } from '#contract/sends.ts';
import { fetchSend, noteOutcomes, useAskSends } from '#frontend/api/sends.ts';
import { useFollowed } from '#frontend/features/send-leads/send-log.tsx';
import { startSender, type Sender } from '#frontend/threads/sends/send-client.ts';
import { toListed } from '../../support/listed-send.ts';

vi.mock('#frontend/threads/sends/send-client.ts', () => ({ startSender: vi.fn() }));
vi.mock('#frontend/api/sends.ts', () => ({
  fetchSend: vi.fn(),
  noteOutcomes: vi.fn(),
  useAskSends: vi.fn(),
}));

const MINUTE = 60_000;
const SENT = Date.parse('2026-11-25T00:00:00Z');
const OUTCOME: RequestOutcome = { status: 'SUCCESS', records: 10, errors: [], warnings: [] };

/** A send that ended `minutes` after the first one, with a request without an outcome. */
const whole = (id: string, minutes = 0): Send => ({
  id,
  account: '1234567890',
  manager: null,
  action: '987',
  total: 10,
  fingerprint: id,
  madeAt: 0,
  done: 10,
  refused: 0,
  startedAt: new Date(SENT).toISOString(),
  updatedAt: new Date(SENT + minutes * MINUTE).toISOString(),
  requests: [
    { id: `${id}-open`, events: 5, outcome: null },
    { id: `${id}-known`, events: 5, outcome: OUTCOME },
  ],
});

const send = (id: string, minutes = 0): ListedSend => toListed(whole(id, minutes));

const follow = vi.fn<Sender['follow']>();
const close = vi.fn();
const askSends = vi.fn(async () => {});

beforeEach(() => {
  vi.useFakeTimers({ now: SENT });
  follow
    .mockReset()
    .mockImplementation(async (ids) => ({ ok: true, value: ids.map((id) => ({ id, outcome: null })) }));
  close.mockReset();
  askSends.mockClear();
  vi.mocked(noteOutcomes).mockReset();
  vi.mocked(fetchSend)
    .mockReset()
    .mockImplementation(async (id) => whole(id));
  vi.mocked(useAskSends).mockReturnValue(askSends as never); // its answer is not read
  vi.mocked(startSender).mockImplementation(() => ({ follow, close }) as unknown as Sender); // only what is called
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * MINUTE));

/** The requests that were asked about, each with the minutes since the first send. */
function listAsked() {
  const asked: [minutes: number, ...ids: string[]][] = [];
  follow.mockImplementation(async (ids) => {
    asked.push([(Date.now() - SENT) / MINUTE, ...ids]);
    return { ok: true, value: ids.map((id) => ({ id, outcome: null })) };
  });
  return asked;
}

describe('Google is asked about a send', () => {
  test('after half an hour, then later each time up to an hour, for a day', async () => {
    const asked = listAsked();
    const sends = [send('a')];
    renderHook(() => useFollowed(sends));
    await pass(29);
    expect(asked).toEqual([]);
    for (const wait of [1, 39, 50, ...Array.from({ length: 25 }, () => 60)]) await pass(wait);
    const minutes = asked.map(([minute]) => minute);
    expect(minutes.slice(0, 5)).toEqual([30, 69, 119, 179, 239]);
    expect(minutes.at(-1)).toBe(1439);
    expect(asked).toHaveLength(25);
    expect(asked[0]).toEqual([30, 'a-open']);
    expect(askSends).toHaveBeenCalledTimes(25);
  });

  test('together with others that are open, as soon as the first of them is due', async () => {
    const asked = listAsked();
    const done = toListed({ ...whole('done'), requests: [] });
    const sends = [send('late', 10), send('early'), done];
    const { result } = renderHook(() => useFollowed(sends));
    expect(result.current).toMatchObject({ isOpen: true, isAsking: false, problem: null });
    await pass(30);
    expect(asked).toEqual([
      [30, 'late-open'],
      [30, 'early-open'],
    ]);
    await pass(10);
    expect(asked.slice(2)).toEqual([
      [40, 'late-open'],
      [40, 'early-open'],
    ]);
  });

  test('at once where it is due already, and not where it is over a day old or closed', async () => {
    const asked = listAsked();
    vi.setSystemTime(SENT + 60 * MINUTE);
    const due = [send('due')];
    renderHook(() => useFollowed(due));
    await pass(0);
    expect(asked).toEqual([[60, 'due-open']]);
    vi.setSystemTime(SENT + 1441 * MINUTE);
    const over = [send('over'), toListed({ ...whole('done'), requests: [] })];
    const { result } = renderHook(() => useFollowed(over));
    await pass(0);
    expect(asked).toHaveLength(1);
    expect(result.current.isOpen).toBe(false);
  });

  test('whenever the visitor wants to know, once at a time', async () => {
    const asked = listAsked();
    const sends = [send('a')];
    const { result } = renderHook(() => useFollowed(sends));
    act(() => {
      result.current.ask();
      result.current.ask();
    });
    expect(result.current.isAsking).toBe(true);
    await pass(1);
    expect(asked).toEqual([[0, 'a-open']]);
    expect(result.current).toMatchObject({ isAsking: false, problem: null });
    expect(close).toHaveBeenCalledOnce();
  });
});

describe('the answer of Google', () => {
  test('is noted where there is one', async () => {
    follow.mockImplementation(async (ids) => ({
      ok: true,
      value: ids.map((id) => ({ id, outcome: id === 'a-open' ? OUTCOME : null })),
    }));
    const sends = [send('a'), send('b')];
    const { result } = renderHook(() => useFollowed(sends));
    act(() => result.current.ask());
    await pass(0);
    expect(vi.mocked(noteOutcomes).mock.calls).toEqual([[whole('a'), new Map([['a-open', OUTCOME]])]]);
    expect(askSends).toHaveBeenCalledOnce();
  });

  test('that is a refusal ends the round, and is a problem until the next one', async () => {
    const refused = { problem: 'signed-out', said: null } as const;
    follow.mockResolvedValueOnce({ ok: false, error: refused });
    const sends = [send('a'), send('b')];
    const { result } = renderHook(() => useFollowed(sends));
    act(() => result.current.ask());
    await pass(0);
    expect(follow).toHaveBeenCalledOnce();
    expect(result.current).toMatchObject({ isAsking: false, problem: refused });
    follow.mockRejectedValueOnce(new Error('closed'));
    act(() => result.current.ask());
    await pass(0);
    expect(result.current).toMatchObject({ isAsking: false, problem: 'failed' });
    act(() => result.current.ask());
    await pass(0);
    expect(result.current.problem).toBeNull();
  });

  test('that comes after the page was left changes nothing', async () => {
    const answer = Promise.withResolvers<Awaited<ReturnType<Sender['follow']>>>();
    follow.mockReturnValue(answer.promise);
    const sends = [send('a')];
    const { result, unmount } = renderHook(() => useFollowed(sends));
    act(() => result.current.ask());
    unmount();
    expect(close).toHaveBeenCalledOnce();
    answer.resolve({ ok: true, value: [] });
    await pass(60);
    expect(askSends).not.toHaveBeenCalled();
    expect(follow).toHaveBeenCalledOnce();
  });
});
