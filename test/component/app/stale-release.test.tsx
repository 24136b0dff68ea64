import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { PartMissing } from '#frontend/csv/part-missing.ts';
import { reloadWhenStale } from '#frontend/app/stale-release.ts';
import { prefetch } from '#frontend/lib/prefetch.ts';
import { onBeforeLeaving } from '#frontend/lib/before-leaving.ts';
import { gate } from '#test/support/fake-server.ts';
import { eventually } from '../../support/eventually.ts';

/** The listeners of a page, removed when its test ends. */
let listening: MockInstance<typeof addEventListener>;

beforeEach(() => {
  vi.useFakeTimers();
  listening = vi.spyOn(globalThis, 'addEventListener');
  sessionStorage.clear();
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
});

afterEach(() => {
  for (const [type, listener] of listening.mock.calls) removeEventListener(type, listener);
  listening.mockRestore();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openRelease() {
  const reload = vi.fn<() => void>();
  const name = 'assets/main-1.js';
  reloadWhenStale(name, reload);
  return { reload, name };
}

const missCode = (payload = new Error('gone')) =>
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));

/** Lets everything happen that the page does soon. It waits 10 seconds for work that cannot be kept. */
const passTime = () => vi.advanceTimersByTimeAsync(5000);

test('code that is gone loads the page again, once per release', async () => {
  const { reload, name } = openRelease();
  missCode();
  missCode();
  await eventually(() => expect(reload).toHaveBeenCalledTimes(1));
  const again = vi.fn<() => void>();
  reloadWhenStale(name, again);
  missCode();
  await passTime();
  expect([reload.mock.calls.length, again.mock.calls.length]).toEqual([1, 0]);
});

test('the page stays until the work in it is kept', async () => {
  const { reload } = openRelease();
  const { isOpen, open } = gate();
  const keep = vi.fn(() => isOpen);
  const takeBack = onBeforeLeaving(keep);
  missCode();
  await eventually(() => expect(keep).toHaveBeenCalled());
  await passTime();
  expect(reload).not.toHaveBeenCalled();
  open();
  await eventually(() => expect(reload).toHaveBeenCalledTimes(1));
  takeBack();
});

test('work that can not be kept holds the page for 10 seconds at most', async () => {
  const { reload } = openRelease();
  const takeBack = [
    onBeforeLeaving(() => new Promise(() => {})),
    onBeforeLeaving(() => Promise.reject(new Error('full'))),
  ];
  missCode();
  await vi.advanceTimersByTimeAsync(9900);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(reload).toHaveBeenCalledTimes(1);
  takeBack.forEach((back) => back());
});

test('without a connection the page that is shown stays', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const { reload } = openRelease();
  missCode();
  await passTime();
  expect(reload).not.toHaveBeenCalled();
});

test('code that could not be fetched of the release that is still there leaves the page alone', async () => {
  const page = (script: string) => () =>
    Promise.resolve(new Response(`<script type="module" src="/${script}"></script>`));
  const { reload, name } = openRelease();
  vi.stubGlobal('fetch', page(name));
  missCode();
  await passTime();
  expect(reload).not.toHaveBeenCalled();
  vi.stubGlobal('fetch', page('assets/main-2.js'));
  missCode();
  await eventually(() => expect(reload).toHaveBeenCalledTimes(1));
});

test('code that is gone before it is needed leaves the page alone until it is', async () => {
  const { reload } = openRelease();
  const gone = new Error('gone');
  missCode(gone);
  // The thread fails with an error of its own, of which the browser's is the cause.
  prefetch(() => Promise.reject(new PartMissing('gone', { cause: gone })));
  await passTime();
  expect(reload).not.toHaveBeenCalled();
  missCode();
  await eventually(() => expect(reload).toHaveBeenCalledTimes(1));
});
