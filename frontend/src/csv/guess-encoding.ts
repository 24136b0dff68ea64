import type { Encoding, RegionalEncoding } from './decode.ts';
import { transcode } from './transcode.ts';
import { CANDIDATES, LETTERS, type LetterLanguage } from './letters.ts';
import { keysOf } from '#contract/records.ts';

/** The guess looks at this many bytes. */
export const GUESSED_FROM = 4 * 1024;

/** Natural logarithms of how likely a character is. */
const IMPOSSIBLE = -20;
const UNUSUAL = -9.5;
const SIGN = -6.5;
const ASCII_LIKELIHOOD = -3.5;
/** Of the letters of a text in Latin letters this share has an accent, or is another one that ASCII lacks. */
const LATIN = -2.8;
/** A capital is rarer than its small letter. A word in capitals pays once. */
const CAPITAL = -1.8;
/** Half of a text in Chinese, Japanese or Korean consists of the characters of the table. */
const COMMON_IDEOGRAPH = -5.2;
const OTHER_IDEOGRAPH = -8.5;
const RARE_IDEOGRAPH = -13;

/** The weight of letters that words of no language have: a capital behind a small letter, a sign between letters, two scripts in a word. */
const MISPLACED = -5;
/** Few words consist of one accented letter. */
const ALONE = -2;

/** Signs that lists of leads have in any language. */
const SIGNS = new Set('–—‘’“”„«»…€£¥°§©®™•·¿¡´ºª№½²×µ÷±\u00a0\u200c、。・「」（），：；！？　〜￥');
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hangul}]/u;
/** Programs of the old Macintosh end lines so. */
const LONE_CR = /\r(?!\n)/;
const MACINTOSH_LINES = 7;

/** An encoding, and the logarithm of how likely its text is: the higher, the more it looks like a language. */
export interface Guess {
  encoding: RegionalEncoding;
  score: number;
}

/**
 * The encoding of a text that is no UTF-8: the one in which it looks most like a language. Bytes that are no character
 * in an encoding, and control characters, all but exclude it; then letters decide, by how frequent they are in the languages
 * that are written in it, and by their place in words. Without a byte above 127 it is Windows-1252.
 */
export function guessEncoding(bytes: Uint8Array): Guess {
  const some = bytes.subarray(0, GUESSED_FROM);
  let best: Guess = { encoding: 'windows-1252', score: -Infinity };
  for (const { encoding, prior, languages } of CANDIDATES) {
    const text = textOf(some, encoding);
    const isMacintosh = encoding === 'macintosh' && LONE_CR.test(text);
    const score = prior + (isMacintosh ? MACINTOSH_LINES : 0) + scoreText(text, languages);
    if (score > best.score) best = { encoding, score };
  }
  return best;
}

/** How likely the bytes are as UTF-8, in any language, to be compared with the score of a guess. */
export function scoreAsUtf8(bytes: Uint8Array): number {
  return scoreText(textOf(bytes.subarray(0, GUESSED_FROM), 'utf-8'), ALL_LANGUAGES);
}

const ALL_LANGUAGES = keysOf(LETTERS);

function textOf(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(transcode(bytes, encoding));
}

function scoreText(text: string, languages: readonly LetterLanguage[]): number {
  const { ascii, counts, misplaced } = countCharacters(text);
  const letters = Math.max(...languages.map((language) => scoreLetters(counts, language)));
  return ASCII_LIKELIHOOD * ascii + misplaced + letters;
}

interface Characters {
  ascii: number;
  /** How often each other character occurs, small letters and capitals apart. */
  counts: Map<string, number>;
  /** The penalty of letters at places where no language has them. */
  misplaced: number;
}

function countCharacters(text: string): Characters {
  const found: Characters = { ascii: 0, counts: new Map(), misplaced: 0 };
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!; // below the length
    // Letters of ASCII are the second bytes of some characters, so they count in every encoding.
    if (character < '\u0080') found.ascii++;
    else {
      const before = text[at - 1] ?? '';
      const counted = CAPITAL_LETTER.test(before) ? toSmall(character) : character;
      found.counts.set(counted, (found.counts.get(counted) ?? 0) + 1);
      found.misplaced += penaltyOf(before, character, text[at + 1] ?? '');
    }
  }
  found.misplaced += MISPLACED * (text.match(NO_WORD)?.length ?? 0);
  return found;
}

/** The small letter of 'İ' is ASCII, and its accent a character of its own; its twin 'ı' is as Turkish. */
const toSmall = (character: string): string => (character === 'İ' ? 'ı' : character.toLowerCase());

/**
 * Letters that no word in Greek or Hebrew has: in Greek, two syllables without an accent, except in capitals; in both, a letter of the end
 * of words before others; in Greek, 'σ' at the end. Russian in capitals looks like that where KOI8-R is read as their encodings.
 */
const NO_WORD = /(?<!\p{L})[α-ωϊϋ]{4,}(?!\p{L})|[ςםןךףץ](?=\p{L})|σ(?!\p{L})/gu;

const LETTER = /\p{L}|\p{M}/u;
const CAPITAL_LETTER = /\p{Lu}/u;
const LATIN_LETTER = /\p{Script=Latin}/u;

function penaltyOf(before: string, character: string, after: string): number {
  if (IDEOGRAPH.test(character)) {
    // '広告Web' and 'Google広告' are usual; a small letter behind one is not, nor is one alone in or beside a Latin word.
    const isSingle = !IDEOGRAPH.test(before) && !IDEOGRAPH.test(after);
    return /[a-z]/.test(after) || (isSingle && /[a-z]/i.test(before + after)) ? MISPLACED : 0;
  }
  const [isAfterLetter, isBeforeLetter] = [LETTER.test(before), LETTER.test(after)];
  if (!LETTER.test(character) || SIGNS.has(character))
    return isAfterLetter && isBeforeLetter && !/[’·\u200c]/.test(character) ? MISPLACED : 0;
  let penalty = !isAfterLetter && !isBeforeLetter ? ALONE : 0;
  if (CAPITAL_LETTER.test(character) && /\p{Ll}/u.test(before)) penalty += MISPLACED;
  const isLatin = LATIN_LETTER.test(character);
  for (const [isLetter, other] of [
    [isAfterLetter, before],
    [isBeforeLetter, after],
  ] as const)
    if (isLetter && !IDEOGRAPH.test(other) && LATIN_LETTER.test(other) !== isLatin) penalty += MISPLACED / 2;
  return penalty;
}

function scoreLetters(counts: ReadonlyMap<string, number>, language: LetterLanguage): number {
  const likely = likelihoods(language);
  let score = 0;
  for (const [character, count] of counts) score += count * likelihoodOf(character, likely);
  return score;
}

function likelihoodOf(character: string, { letters, ideographs }: Likelihoods): number {
  const cached = letters.get(character);
  if (cached !== undefined) return cached;
  if (SIGNS.has(character)) return SIGN;
  if (/[\ufffd\u0080-\u009f\ue000-\uf8ff]/.test(character)) return IMPOSSIBLE;
  const small = letters.get(toSmall(character));
  if (small !== undefined) return small + CAPITAL;
  if (!IDEOGRAPH.test(character)) return LETTER.test(character) ? UNUSUAL : UNUSUAL - 1;
  if (ideographs === null) return IMPOSSIBLE;
  return ideographs.has(character) ? OTHER_IDEOGRAPH : RARE_IDEOGRAPH;
}

interface Likelihoods {
  letters: ReadonlyMap<string, number>;
  /** All that are usual; null for a language that has none. */
  ideographs: ReadonlySet<string> | null;
}

const known = new Map<LetterLanguage, Likelihoods>();

/** By Zipf's law: the letter of rank r, from 0, is 1 / (r + 1.5) as likely as all together. */
function likelihoods(language: LetterLanguage): Likelihoods {
  const found = known.get(language);
  if (found) return found;
  const letters = [...new Set(LETTERS[language])];
  const ideographs = usualIdeographs(language);
  const weights = letters.map((_, rank) => 1 / (rank + 1.5));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const share = LATIN_LETTER.test(letters[0] ?? '') ? LATIN : 0;
  const likely = {
    letters: new Map(
      letters.map((letter, rank) => [
        letter,
        ideographs ? COMMON_IDEOGRAPH : share + Math.log(weights[rank]! / all), // one per letter
      ]),
    ),
    ideographs,
  };
  known.set(language, likely);
  return likely;
}

/** Where the usual characters of a language stand, by their first byte; all others are in few texts. */
const USUAL_ROWS: Partial<
  Record<LetterLanguage, readonly [encoding: RegionalEncoding, first: number, last: number]>
> = {
  zh: ['gbk', 0xb0, 0xd7],
  ja: ['euc-jp', 0xb0, 0xcf],
  ko: ['euc-kr', 0xb0, 0xc8],
  'zh-Hant': ['big5', 0xa4, 0xc6],
};

/** The usual ideographs of a language; null for one that has none. */
function usualIdeographs(language: LetterLanguage): ReadonlySet<string> | null {
  const rows = USUAL_ROWS[language];
  if (!rows) return null;
  const [encoding, first, last] = rows;
  const bytes: number[] = [];
  for (let lead = first; lead <= last; lead++)
    for (let trail = encoding === 'big5' ? 0x40 : 0xa1; trail < 0xff; trail++)
      if (trail < 0x7f || trail > 0xa0) bytes.push(lead, trail);
  return new Set(new TextDecoder(encoding).decode(Uint8Array.from(bytes)));
}
