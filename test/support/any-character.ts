import fc from 'fast-check';

/** Surrogates, which are no characters, begin here. */
const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

function codePointOf(text: unknown): number {
  if (typeof text !== 'string' || [...text].length !== 1) throw new Error('Not one character');
  const code = text.codePointAt(0) ?? 0;
  return code < FIRST_SURROGATE ? code : code - SURROGATES;
}

/**
 * Any code point of Unicode, as the unit of a text. `unit: 'binary'` means the same, but makes a table of all of them, which
 * takes each process more than a second.
 */
export const anyCharacter = fc
  .nat({ max: 0x10ffff - SURROGATES })
  .map((code) => String.fromCodePoint(code < FIRST_SURROGATE ? code : code + SURROGATES), codePointOf);
