import { afterEach, describe, expect, test, vi } from 'vitest';
import { openLog } from '#frontend/threads/sends/send-log.ts';
import type { Batch } from '#frontend/threads/sends/prepare-leads.ts';

afterEach(() => vi.unstubAllGlobals());

const BATCH: Batch = {
  destination: { account: '1234567890', manager: null, action: '5' },
  events: [],
  fingerprint: 'abc',
};
const BEGUN = { id: 'send-1', done: 2000, refused: 3 };

/** Our site with these answers, one after the other, a status for an error, and the calls that it gets. */
function startSite(...answers: (object | number)[]) {
  const calls: [string, RequestInit][] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push([path, init]);
    const answer = answers[calls.length - 1] ?? {};
    if (answer instanceof Response) return answer;
    return typeof answer === 'number' ? new Response(null, { status: answer }) : Response.json(answer);
  });
  const bodyOf = (call: number): unknown => JSON.parse(String(calls[call]?.[1].body));
  return { calls, bodyOf };
}

const request = (at: number) => ({ id: `request-${at}`, events: 10 });
const reached = (done: number, at: number | null = done) => ({
  done,
  refused: 1,
  request: at === null ? null : request(at),
});

describe('the log of a send', () => {
  test('begins with the place and the number of leads, and says how far an earlier part came', async () => {
    const { calls, bodyOf } = startSite(BEGUN);
    const log = await openLog(BATCH, 7);
    expect([log.done, log.refused, log.isComplete()]).toEqual([2000, 3, true]);
    expect(calls[0]).toEqual([
      '/api/sends',
      {
        method: 'POST',
        credentials: 'same-origin',
        headers: { 'Content-Type': 'application/json' },
        body: expect.any(String),
      },
    ]);
    expect(bodyOf(0)).toEqual({ ...BATCH.destination, total: 0, fingerprint: 'abc', madeAt: 7 });
  });

  test.each(['id', 'done', 'refused'])('does not begin with an answer without %s', async (key) => {
    startSite({ ...BEGUN, [key]: undefined });
    await expect(openLog(BATCH, 7)).rejects.toMatchObject({ details: { problem: 'site-unavailable' } });
  });

  test.each([
    [409, 'STORAGE_LIMIT', 'no-room'],
    [507, 'SERVICE_FULL', 'no-room'],
    [409, 'DISCONNECTED', 'disconnected'],
    [503, 'UNAVAILABLE', 'site-unavailable'],
  ])('does not begin where our site answers %i %s: %s', async (status, code, problem) => {
    startSite(Response.json({ message: 'No', code }, { status }));
    await expect(openLog(BATCH, 7)).rejects.toMatchObject({ details: { problem } });
  });

  test('is told what was reached, the refused leads of the earlier part included', async () => {
    const { calls, bodyOf } = startSite(BEGUN);
    const log = await openLog(BATCH, 7);
    await log.note(reached(2010, 1));
    expect([calls[1]?.[0], calls[1]?.[1].method]).toEqual(['/api/sends/send-1', 'PATCH']);
    expect(bodyOf(1)).toEqual({ done: 2010, refused: 4, requests: [{ ...request(1), outcome: null }] });
    await log.note(reached(2020, null));
    await log.note({ ...reached(2030), request: { id: '', events: 10 } });
    expect([bodyOf(2), bodyOf(3)]).toEqual([
      { done: 2020, refused: 4, requests: [] },
      { done: 2030, refused: 4, requests: [] },
    ]);
    expect(calls).toHaveLength(4);
  });

  test('gets what it missed with the next call, ten requests at most at once', async () => {
    const { calls, bodyOf } = startSite(BEGUN, ...Array.from({ length: 11 }, () => 503));
    const log = await openLog(BATCH, 7);
    for (let at = 1; at <= 11; at++) await log.note(reached(at));
    expect([calls.length, log.isComplete()]).toEqual([12, false]);
    await log.note(reached(12));
    expect([calls.length, log.isComplete()]).toEqual([14, true]);
    const idsOf = (call: number) =>
      (bodyOf(call) as { requests: { id: string }[] }).requests.map(({ id }) => id);
    expect(idsOf(12)).toEqual(Array.from({ length: 10 }, (_, at) => `request-${at + 1}`));
    expect(idsOf(13)).toEqual(['request-11', 'request-12']);
    await log.note(reached(13, null));
    expect(idsOf(14)).toEqual([]);
  });

  test('ends the send once the session is over, and for no other reason', async () => {
    startSite(BEGUN, 429, 401);
    const log = await openLog(BATCH, 7);
    await log.note(reached(1));
    await expect(log.note(reached(2))).rejects.toMatchObject({ details: { problem: 'signed-out' } });
    expect(log.isComplete()).toBe(false);
  });
});
