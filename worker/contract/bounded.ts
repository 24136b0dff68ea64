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

/**
 * Control characters but for tab and line ends, marks of direction, and marks without width. The joiner between two emoji is none of
 * them: it makes one picture of both. Numbers of characters: Unicode 16, tables of General Punctuation, Specials and Tags.
 */
const MARKS =
  /(?![\t\n\r])\p{Cc}|\u034f|[\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d|\u200d(?!\p{Extended_Pictographic})/gu;

/**
 * A check of text that somebody has typed and others read: takes away characters that cannot be seen, which could turn a text
 * around or make two names look the same, and then the spaces around it.
 */
export const visibleText = () => z.overwrite<string>((text) => text.replace(MARKS, '').trim());
