import table from './date-names.txt';
import { foldText } from './words.ts';

/** 'january3' stands for january and jan. */
function unpack(packed: string): string[] {
  const [name = '', lengths = ''] = packed.split(/(?=[\dA-Z])(.*)/s);
  return [name, ...Array.from(lengths, (length) => name.slice(0, Number.parseInt(length, 36)))];
}

const lists = table.split(';').map((list) => list.split(',').flatMap(unpack));

/** The place of each name in its list, from 1. */
function numbered(from: number, to: number): ReadonlyMap<string, number> {
  return new Map(lists.slice(from, to).flatMap((names, at) => names.map((name) => [name, at + 1] as const)));
}

const MONTHS = numbered(0, 12);
const WEEKDAYS = numbered(12, 19);

/** 1 for January to 12, or 0 for any other word: a name or its usual short form, in one of 14 languages. 'févr' and 'FEVR' are 2. */
export function monthOf(word: string): number {
  return find(MONTHS, word);
}

/** 1 for Monday to 7, or 0 for any other word. */
export function weekdayOf(word: string): number {
  return find(WEEKDAYS, word);
}

const ASCII = /^[a-z]*$/;

function find(names: ReadonlyMap<string, number>, word: string): number {
  const small = word.toLowerCase();
  // Most cells begin with another word, and to fold is slow.
  return names.get(small) ?? (ASCII.test(small) ? 0 : (names.get(foldText(small).replace(' ', '-')) ?? 0));
}

const isSmallLetter = (code: number) => code >= 97 && code <= 122;
const indexOfPair = (first: number, second: number) => (first - 97) * 26 + second - 97;

/** Which pairs of small letters begin a name. */
const BEGINNINGS = new Uint8Array(26 * 26);
for (const name of [...MONTHS.keys(), ...WEEKDAYS.keys()]) {
  const [first, second] = [name.charCodeAt(0), name.charCodeAt(1)];
  if (isSmallLetter(first) && isSmallLetter(second)) BEGINNINGS[indexOfPair(first, second)] = 1;
}

/**
 * Whether the first two letters of a text may begin the name of a month or weekday. It is asked of each text of a file, so it takes no
 * pattern and no look at the table. Letters with accents may begin any.
 */
export function mayBeginWithName(text: string): boolean {
  const [first, second] = [text.charCodeAt(0) | 32, text.charCodeAt(1) | 32];
  if (first > 127) return true;
  return (
    isSmallLetter(first) &&
    (second > 127 || (isSmallLetter(second) && BEGINNINGS[indexOfPair(first, second)] === 1))
  );
}

const LEADING_WORD = /^([A-Za-z\u00aa-\uffff]+(?:-feira|-FEIRA)?)[.,]*\s*(?:(?:den|DEN)\s+)?/;

/** Where a text goes on behind a weekday at its beginning, as in 'Di., 3. Feb. 2026'; 0 without one. */
export function endOfWeekday(text: string): number {
  if (!mayBeginWithName(text)) return 0;
  const [all = '', word = ''] = LEADING_WORD.exec(text) ?? [];
  return weekdayOf(word) === 0 ? 0 : all.length;
}
