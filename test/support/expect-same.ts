import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';

/** `toEqual` for large values: it takes seconds for rows by the ten thousand, so it compares only those that differ. */
export function expectSame(actual: unknown, expected: unknown): void {
  const isSame = isDeepStrictEqual(actual, expected);
  expect(isSame || actual).toEqual(isSame || expected);
}
