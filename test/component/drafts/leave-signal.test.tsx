import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const KEY = 'left';
const subscriptions: (() => void)[] = [];

/** A document that is opened now. All share the storage of the browser, and here that of one tab too. */
async function openDocument() {
  vi.resetModules();
  return await import('#frontend/drafts/leave-signal.ts');
}

async function listen(): Promise<{ signalLeave: () => void; listener: () => void }> {
  const { onLeave, signalLeave } = await openDocument();
  const listener = vi.fn<() => void>();
  subscriptions.push(onLeave(listener));
  return { signalLeave, listener };
}

const returnToPage = (persisted: boolean) =>
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
const changeStorage = (key: string) => dispatchEvent(new StorageEvent('storage', { key }));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => {
  for (const stop of subscriptions.splice(0)) stop();
  vi.unstubAllGlobals();
});

test('a sign-out reaches the documents that are open, and not those that are opened later', async () => {
  const [first, second] = [await openDocument(), await openDocument()];
  expect([first.hasSignedOut(), second.hasSignedOut()]).toEqual([false, false]);
  first.signalLeave();
  expect([first.hasSignedOut(), second.hasSignedOut()]).toEqual([true, true]);
  expect((await openDocument()).hasSignedOut()).toBe(false);
});

test('a sign-out before the document was opened is passed on to the others, and this document goes on', async () => {
  const other = await openDocument();
  const { passLeaveOn, hasSignedOut } = await openDocument();
  passLeaveOn();
  expect(other.hasSignedOut()).toBe(true);
  expect(hasSignedOut()).toBe(false);
  expect(sessionStorage.getItem(KEY)).toBeNull();
});

test('a sign-out that this tab has signalled is passed on only once', async () => {
  const { signalLeave } = await openDocument();
  signalLeave();
  const other = await openDocument();
  const { passLeaveOn } = await openDocument();
  passLeaveOn();
  expect(other.hasSignedOut()).toBe(false);
  passLeaveOn();
  expect(other.hasSignedOut()).toBe(true);
});

test('a listener hears of a sign-out in another tab, until it is taken back', async () => {
  const { listener } = await listen();
  changeStorage('theme');
  expect(listener).not.toHaveBeenCalled();
  changeStorage(KEY);
  expect(listener).toHaveBeenCalledTimes(1);
  subscriptions.pop()?.();
  changeStorage(KEY);
  expect(listener).toHaveBeenCalledTimes(1);
});

test('a listener hears of a sign-out when Back shows the document again, until it is taken back', async () => {
  const { listener, signalLeave } = await listen();
  returnToPage(true);
  expect(listener).not.toHaveBeenCalled();
  signalLeave();
  returnToPage(false);
  expect(listener).not.toHaveBeenCalled();
  returnToPage(true);
  expect(listener).toHaveBeenCalledTimes(1);
  subscriptions.pop()?.();
  returnToPage(true);
  expect(listener).toHaveBeenCalledTimes(1);
});

test('where storage is forbidden nobody has left, and nothing fails', async () => {
  const refuse = () => {
    throw new DOMException('forbidden', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  const { signalLeave, passLeaveOn, hasSignedOut } = await openDocument();
  signalLeave();
  passLeaveOn();
  expect(hasSignedOut()).toBe(false);
});
