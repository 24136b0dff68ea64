import { AsyncLocalStorage } from 'node:async_hooks';

/** A test, up to its end and beyond: what it has begun stays its own, also while another test runs. */
export interface OpenTest {
  name: string;
  isOver: boolean;
  /** Calls of the server that wait for their answers. */
  pending: number;
  timers: Set<ReturnType<typeof setTimeout>>;
  frames: Set<number>;
  /** Rejects when the test is over. */
  end: PromiseWithResolvers<never>;
}

interface LateCall {
  test: OpenTest;
  call: string;
}

interface Shared {
  tests: AsyncLocalStorage<OpenTest>;
  /** The test that has begun last. */
  latest: OpenTest | null;
  /** Calls of the server by tests that were over, until a failure names them. */
  late: LateCall[];
}

const SHARED = Symbol.for('the tests of this process');

/** Test files share a process, but no modules. Anything else that they share is kept on the process. */
export function sharedTests(): Shared {
  const kept = globalThis as { [SHARED]?: Shared }; // nobody else knows this symbol
  return (kept[SHARED] ??= { tests: new AsyncLocalStorage(), latest: null, late: [] });
}

/** The test that has begun what runs now; null in a project that opens no test. */
export function currentTest(): OpenTest | null {
  const { tests, latest } = sharedTests();
  return tests.getStore() ?? latest;
}

export function openTest(name: string): OpenTest {
  const end = Promise.withResolvers<never>();
  end.promise.catch(() => {}); // most tests end while no call waits
  const test = { name, isOver: false, pending: 0, timers: new Set<never>(), frames: new Set<never>(), end };
  sharedTests().latest = test;
  return test;
}

/** From now on no answer comes to the test. Returns the number of its calls that were refused. */
export function refuseAnswers(test: OpenTest): number {
  test.isOver = true;
  test.end.reject(refusalOf(test));
  return test.pending;
}

/** An answer of the server. Once the test that asks is over, the call is refused and held against it. */
export async function answerWhileOpen<T>(call: string, answer: () => Promise<T>): Promise<T> {
  const test = currentTest();
  if (!test) return answer();
  if (test.isOver) {
    sharedTests().late.push({ test, call });
    throw refusalOf(test);
  }
  test.pending++;
  return Promise.race([answer(), test.end.promise]).finally(() => test.pending--);
}

/** As where the network fails. */
const refusalOf = ({ name }: OpenTest): Error => new TypeError(`The test is over: ${name}`);

/** Fails where a test has called the server after its end, by its name. Without a test: where any has that is not named yet. */
export function expectNoLateCalls(ofTest?: OpenTest, refused = 0): void {
  const shared = sharedTests();
  const named = shared.late.filter(({ test }) => !ofTest || test === ofTest);
  if (named.length === 0) return;
  shared.late = shared.late.filter((call) => !named.includes(call));
  const calls = named.map(({ test, call }) => `  ${call}, by ${test.name}`);
  const note = refused > 0 ? `\nCalls that waited at its end and were refused: ${refused}` : '';
  throw new Error(`The server was called after the end of the test:\n${calls.join('\n')}${note}`);
}
