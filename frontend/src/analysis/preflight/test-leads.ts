import { isTestFlag } from './header-words.ts';

/** Meta's testing tool answers each question with '<test lead: dummy data for full_name>', a phone number after 'p:'. */
const PLANTED_ANSWER = '<test lead: dummy data for ';
/** The e-mail addresses of its test leads. */
const PLANTED_ADDRESSES = new Set(['test@fb.com', 'test@meta.com']);
const TRUE_TEXTS = new Set(['true', '1', 'yes', 'y']);

/**
 * Which values of a column mark a test lead: one of Meta's planted answers, or a yes in a column such as 'is_test'.
 * 1 for each such value, else 0; null where there is none.
 */
export function markTestValues(header: string, values: readonly string[]): Uint8Array | null {
  const isFlag = isTestFlag(header);
  let marks: Uint8Array | null = null;
  // A plain loop, since a column may have 100,000 values and the function runs once per file.
  for (let code = 0; code < values.length; code++) {
    const value = values[code]!; // below the length
    if (!isPlanted(value) && !(isFlag && isTrue(value))) continue;
    marks ??= new Uint8Array(values.length);
    marks[code] = 1;
  }
  return marks;
}

function isPlanted(value: string): boolean {
  return value.length > PLANTED_ANSWER.length
    ? value.includes(PLANTED_ANSWER)
    : value.startsWith('test@') && PLANTED_ADDRESSES.has(value);
}

function isTrue(value: string): boolean {
  return TRUE_TEXTS.has(value.toLowerCase());
}
