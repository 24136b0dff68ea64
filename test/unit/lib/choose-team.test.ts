import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onBeforeLeaving } from '#frontend/lib/before-leaving.ts';
import { workIn } from '#frontend/lib/choose-team.ts';

/** The storage of the tab, and the events of its document, in this order. */
let stored: Map<string, string>;
let happened: string[];

beforeEach(() => {
  stored = new Map();
  happened = [];
  const location = {
    pathname: '/saved',
    assign: (url: string) => void happened.push(`open ${url}`),
    reload: () => void happened.push('reload'),
  };
  vi.stubGlobal('location', location);
  vi.stubGlobal('window', { location });
  vi.stubGlobal('history', {
    state: { step: 2 },
    replaceState: (state: unknown, _: string, url: string) =>
      void happened.push(`address ${url}, state ${JSON.stringify(state)}`),
  });
  vi.stubGlobal('sessionStorage', {
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const TEAM = { id: 't-1', name: 'Growth' };

test('another page of a team is a new document, which finds the team in the tab', async () => {
  await workIn(TEAM, '/team');
  expect(happened).toEqual(['open /team']);
  expect(Object.fromEntries(stored)).toEqual({ team: 't-1', 'team-name': 'Growth' });
});

test('the same page is loaded again with the step of its open file, at an address that names no team', async () => {
  await workIn(TEAM, '/saved');
  expect(happened).toEqual(['address /saved, state {"step":2}', 'reload']);
});

test("the user's own work leaves nothing of a team in the tab", async () => {
  stored = new Map([
    ['team', 't-1'],
    ['team-name', 'Growth'],
    ['theme', 'dark'],
  ]);
  await workIn(null, '/saved');
  expect(Object.fromEntries(stored)).toEqual({ theme: 'dark' });
});

test('the open file is stored first, for which the page waits two seconds at most', async () => {
  vi.useFakeTimers();
  const takeBack = onBeforeLeaving(() => new Promise(() => {}));
  const leaving = workIn(TEAM, '/team');
  await vi.advanceTimersByTimeAsync(1999);
  expect([happened, stored.size]).toEqual([[], 0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(happened).toEqual(['open /team']);
  await leaving;
  takeBack();
});
