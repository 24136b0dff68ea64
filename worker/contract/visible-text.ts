import './zod-without-eval.ts';
import * as z from 'zod/mini';

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
