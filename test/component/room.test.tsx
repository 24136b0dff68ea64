import { useEffect } from 'react';
import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { gate, startFakeServer } from '#test/support/fake-server.ts';
import { expectNoLateCalls } from '#test/support/open-tests.ts';
import { runInRoom } from './room.ts';

const SOON_MS = 20;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs a test that leaves something behind. */
const leave = (test: () => void | Promise<void>) => runInRoom('the test that leaves', async () => test());

test('a call that waits is refused when its test ends', async () => {
  const outcomes: string[] = [];
  await leave(() => {
    startFakeServer({ 'GET /slow': { after: gate().isOpen } });
    void fetch('/slow').catch(({ message }: Error) => outcomes.push(message));
  });
  expect(outcomes).toEqual(['The test is over: the test that leaves']);
});

test('a call after the end fails the test that makes it, by name, and says how many were refused', async () => {
  const failed = leave(() => {
    startFakeServer({ 'GET /slow': { after: gate().isOpen } });
    void fetch('/slow').catch(() => fetch('/again', { method: 'POST' }).catch(() => {}));
    void fetch('/slow').catch(() => {});
  });
  await expect(failed).rejects.toThrow(
    'after the end of the test:\n  POST /again, by the test that leaves\nCalls that waited at its end and were refused: 2',
  );
});

test.each<[string, () => void]>([
  ['a part that is taken down', () => void render(<AsksOnLeaving />)],
  ['a part that comes late', () => void import('./ui/dom.ts').then(() => fetch('/late')).catch(() => {})],
])('a call of %s fails its test', async (_, begin) => {
  const failed = leave(() => {
    startFakeServer();
    begin();
  });
  await expect(failed).rejects.toThrow('GET /late, by the test that leaves');
});

function AsksOnLeaving() {
  useEffect(() => () => void Promise.resolve().then(() => fetch('/late').catch(() => {})), []);
  return null;
}

test('a call while the next test runs reaches no server, and is held against the test that has begun it', async () => {
  const { isOpen, open } = gate();
  await leave(() => void isOpen.then(() => fetch('/late').catch(() => {})));
  await runInRoom('the next test', async () => {
    const server = startFakeServer({ 'GET /late': {}, 'GET /own': {} });
    open();
    await isOpen;
    await fetch('/own');
    await wait(SOON_MS);
    expect(server.calls()).toEqual(['GET /own']);
  });
  expect(() => expectNoLateCalls()).toThrow('GET /late, by the test that leaves');
  expect(() => expectNoLateCalls()).not.toThrow();
});

test('the failure of a test is told rather than its late calls', async () => {
  const failed = leave(() => {
    startFakeServer({ 'GET /slow': { after: gate().isOpen } });
    void fetch('/slow').catch(() => fetch('/late').catch(() => {}));
    throw new Error('the failure itself');
  });
  await expect(failed).rejects.toThrow('the failure itself');
  expect(() => expectNoLateCalls()).toThrow('GET /late');
});

test('timers and frames of a test end with it, those around it go on', async () => {
  const ticks: string[] = [];
  setTimeout(() => ticks.push('around'), SOON_MS);
  await leave(() => {
    startFakeServer({ 'GET /slow': { after: gate().isOpen } });
    void fetch('/slow').catch(() => setTimeout(() => ticks.push('after the refusal'), SOON_MS));
    setTimeout(() => ticks.push('at once'));
    setTimeout(() => ticks.push('timeout'), SOON_MS);
    setInterval(() => ticks.push('interval'), SOON_MS);
    requestAnimationFrame(() => ticks.push('frame'));
  });
  await wait(4 * SOON_MS);
  expect(ticks).toEqual(['around']);
  // jsdom has one timer for all frames: it begins anew.
  await new Promise(requestAnimationFrame);
});

test('clock and globals are the real ones again', async () => {
  const { setTimeout: timeout, fetch: ask } = globalThis;
  await leave(() => {
    vi.useFakeTimers();
    vi.stubGlobal('requestIdleCallback', () => {});
    startFakeServer();
  });
  expect([globalThis.setTimeout === timeout, globalThis.fetch === ask]).toEqual([true, true]);
  expect('requestIdleCallback' in globalThis).toBe(false);
});

test('address, title, attributes and content of the document are as before', async () => {
  const root = document.documentElement;
  root.className = 'before';
  document.title = 'Before';
  const address = location.href;
  await leave(() => {
    history.pushState({ step: 3 }, '', '/docs/deep?a=1#part');
    root.className = 'after';
    root.dataset['theme'] = 'dark';
    document.body.style.overflow = 'hidden';
    document.body.append('left behind');
    document.title = 'After';
  });
  expect([location.href, history.state]).toEqual([address, null]);
  expect([root.className, root.dataset['theme']]).toEqual(['before', undefined]);
  expect(document.body.getAttribute('style')).toBeNull();
  expect(document.body.textContent).not.toContain('left behind');
  expect(document.title).toBe('Before');
});

test('no cookie stays, under no path, and nothing that is stored', async () => {
  await leave(() => {
    history.pushState(null, '', '/docs/deep');
    document.cookie = 'signed-in=yes';
    document.cookie = 'signed-in=yes; Path=/';
    localStorage.setItem('choice', '1');
    sessionStorage.setItem('choice', '1');
  });
  expect(document.cookie).toBe('');
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
  history.replaceState(null, '', '/docs/deep');
  expect(document.cookie).toBe('');
});
