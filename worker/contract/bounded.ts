import './zod-without-eval.ts';
import * as z from 'zod/mini';
import { MAX_TEXT_LENGTH } from './limits.ts';

const LIST = 'must be a list';
const TEXT = 'must be text';

interface Entry<T> {
  safeParse(data: unknown): { success: true; data: T } | { success: false; error: z.core.$ZodError };
}

/** The most items of a list and entries of a dictionary. */
export interface SizeLimits {
  items: number;
  entries: number;
}

export const textSchema = z
  .string(TEXT)
  .check(z.maxLength(MAX_TEXT_LENGTH, `must have at most ${MAX_TEXT_LENGTH} characters`));

/** A whole number. Zod's own integers would add four other number formats to the bundle. */
export const wholeNumber = (message?: string) =>
  z.number(message).check(z.refine(Number.isSafeInteger, message));

/** A list that is read up to its first wrong item: a list of wrong items costs no more than a right one. */
export function listOf<T>(entry: Entry<T>, max: number) {
  const list = z.custom<T[]>(Array.isArray, LIST).check((context) => {
    if (context.value.length <= max) return;
    const message = `must have at most ${max} items`;
    context.issues.push({ code: 'custom', input: context.value, message, continue: false });
  });
  return z.pipe(
    list,
    z.transform((items: T[], context): T[] => {
      const read: T[] = [];
      for (const [index, item] of items.entries()) {
        const result = entry.safeParse(item);
        if (!result.success) {
          const [{ path, message } = { path: [], message: '' }] = result.error.issues;
          context.issues.push({ code: 'custom', input: item, path: [index, ...path], message });
          break;
        }
        read.push(result.data);
      }
      return read;
    }),
  );
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * An object whose keys are column names or values, so any text, `__proto__` too. It is checked in place: a copy made
 * key by key would lose that one. Read it with `Object.entries`, never by `object[name]`.
 */
export function dictionaryOf<T>(entry: Entry<T>, max: number) {
  return z.custom<Record<string, T>>().check(({ value, issues }) => {
    const problem = findProblem(value, entry, max);
    if (problem) issues.push({ code: 'custom', input: value, ...problem });
  });
}

function findProblem<T>(value: unknown, entry: Entry<T>, max: number) {
  if (!isPlainObject(value)) return { path: [], message: 'must be an object' };
  const keys = Object.keys(value);
  if (keys.length > max) return { path: [], message: `must have at most ${max} entries` };
  for (const key of keys) {
    const result = entry.safeParse(value[key]);
    if (result.success) continue;
    const [{ path, message } = { path: [], message: '' }] = result.error.issues;
    return { path: [key, ...path], message };
  }
  return null;
}
