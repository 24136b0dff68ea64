import fc from 'fast-check';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Seconds for each property; 0 in an ordinary run, which checks a fixed number of cases. */
    fuzzSeconds: number;
  }
}

const GRACE_SECONDS = 60;
const seconds = inject('fuzzSeconds');

/** Time-out of a test that fuzzes. */
export const FUZZ_TIMEOUT_MS = (seconds + GRACE_SECONDS) * 1000;

interface Fuzz<T> {
  name: string;
  arbitrary: fc.Arbitrary<T>;
  /** Cases of an ordinary run. */
  cases: number;
  check(input: T): Promise<void> | void;
}

/** Checks a property on many random inputs. A failure names the seed and the smallest failing input. */
export async function fuzz<T>({ name, arbitrary, cases, check }: Fuzz<T>): Promise<void> {
  const property = fc.asyncProperty(arbitrary, async (input) => {
    await check(input);
  });
  const runs =
    seconds === 0
      ? { numRuns: cases }
      : { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: seconds * 1000 };
  const details = await fc.check(property, runs);
  if (seconds > 0) console.log(`${name}: ${details.numRuns} cases, seed ${details.seed}`);
  if (details.failed) throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
}
