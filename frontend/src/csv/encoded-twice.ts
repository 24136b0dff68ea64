/** Words with letters that were encoded twice: how many in the part that was looked at, and the first. */
export interface EncodedTwice {
  words: number;
  sample: string;
}

/** So much of a file is looked at. */
const LOOKED_AT = 256 * 1024;
/** In UTF-8, the first bytes of 'Ã', 'Ð', 'Ñ' and 'â', with which text that was encoded twice is full. */
const FIRST = 0xc3;
const SECOND = new Set([0x83, 0x90, 0x91, 0xa2]);
/** One may be a name or a typing error. */
const LEAST_WORDS = 2;

/** 'Ã' and the sign that its second byte became, but no quote that may end a word ('IRMÃ”'); Cyrillic letters; quotes, dashes and '€'. */
const TWICE =
  /Ã[\u00a0-\u00ba\u00bc-\u00bfŸœž–€„…†‡ˆ‰Š]|(?:[ÐÑ][\u0080-\u00bf‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ€]){2}|â€[™œ“”¦¢\u009d]|â‚¬/;

/**
 * Text of UTF-8 that was taken for Windows-1252 and encoded again: 'MÃ¼nchen' instead of 'München', 'â‚¬' instead of '€'. Null where fewer than
 * two words in the first 256 KB are so. A capital before a quote, as in 'IRMÃ”', is none.
 *
 * @param utf8 a file in UTF-8
 */
export function findEncodedTwice(utf8: Uint8Array): EncodedTwice | null {
  const some = utf8.subarray(0, LOOKED_AT);
  let at = some.indexOf(FIRST);
  while (at !== -1 && !SECOND.has(some[at + 1] ?? 0)) at = some.indexOf(FIRST, at + 1);
  if (at === -1) return null;
  const text = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(some);
  const words = text.split(/[\s,;|"]+/).filter((word) => TWICE.test(word));
  return words.length < LEAST_WORDS ? null : { words: words.length, sample: words[0] ?? '' };
}
