import { cleanup } from '@testing-library/react';
import { vi } from 'vitest';
import {
  answerWhileOpen,
  currentTest,
  expectNoLateCalls,
  openTest,
  refuseAnswers,
  sharedTests,
  type OpenTest,
} from '#test/support/open-tests.ts';

/**
 * Runs a component test in a room that closes what the test has opened, so that nothing of it reaches the next one. Fails where
 * the test calls the server after its end.
 */
export async function runInRoom(name: string, runTest: () => Promise<void>): Promise<void> {
  const test = openTest(name);
  await sharedTests().tests.run(test, async () => {
    const restoreDocument = rememberDocument();
    let refused = 0;
    try {
      await runTest();
    } finally {
      refused = await closeRoom(test);
      restoreDocument();
    }
    expectNoLateCalls(test, refused);
  });
}

/** Ends what the test has begun, and waits for what can't be ended. Returns the number of calls that were waiting. */
async function closeRoom(test: OpenTest): Promise<number> {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  const refused = refuseAnswers(test);
  endWaits(test);
  // Lazy parts come to their ends. The work that follows them, and the refusals, still belong to this test.
  await vi.dynamicImportSettled();
  endWaits(test);
  return refused;
}

function endWaits({ timers, frames }: OpenTest): void {
  for (const timer of timers) clearTimeout(timer);
  for (const frame of frames) cancelAnimationFrame(frame);
  timers.clear();
  frames.clear();
}

/** The state of the browser that jsdom keeps. */
const browser = globalThis as unknown as { jsdom: { cookieJar: { removeAllCookiesSync(): void } } }; // set by Vitest

/** Returns a function that makes the document what it is now. Cookies of all paths and stored texts are removed. */
function rememberDocument(): () => void {
  const { title, documentElement, head, body } = document;
  const address = location.href;
  const children = [...body.childNodes];
  const attributes = [documentElement, head, body].map((element) => ({
    element,
    set: attributesOf(element),
  }));
  return () => {
    history.replaceState(null, '', address);
    browser.jsdom.cookieJar.removeAllCookiesSync();
    localStorage.clear();
    sessionStorage.clear();
    for (const { element, set } of attributes) setAttributes(element, set);
    body.replaceChildren(...children);
    document.title = title;
  };
}

const attributesOf = ({ attributes }: Element): Map<string, string> =>
  new Map(Array.from(attributes, ({ name, value }) => [name, value]));

function setAttributes(element: Element, set: ReadonlyMap<string, string>): void {
  for (const name of attributesOf(element).keys()) if (!set.has(name)) element.removeAttribute(name);
  for (const [name, value] of set) element.setAttribute(name, value);
}

const WATCHED = Symbol.for('the waits of this process are watched');

/** Notes for each test its timers and frames, and takes its calls where no server runs. Once per process. */
export function watchTests(): void {
  if (WATCHED in globalThis) return;
  Object.assign(globalThis, { [WATCHED]: true });
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) =>
    answerWhileOpen(`${init?.method ?? 'GET'} ${String(input)}`, () => fetch(input, init));
  watch('setTimeout', ({ timers }) => timers);
  watch('setInterval', ({ timers }) => timers);
  watch('requestAnimationFrame', ({ frames }) => frames);
}

/** From now on what this function of the browser returns is noted in a set of the test. */
function watch<Wait>(
  name: 'setTimeout' | 'setInterval' | 'requestAnimationFrame',
  setOf: (test: OpenTest) => Set<Wait>,
): void {
  const begin = globalThis[name] as (...given: unknown[]) => Wait; // each of the three returns what ends the wait
  const watched = (...given: unknown[]): Wait => {
    const wait = begin(...given);
    const test = currentTest();
    if (test) setOf(test).add(wait);
    return wait;
  };
  Object.assign(globalThis, { [name]: Object.assign(watched, begin) });
}
