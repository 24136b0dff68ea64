export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const BACKSLASH = 0x5c;
export const LF = 0x0a;

/** What a byte means inside a JSON string that becomes a cell: a comma needs quotes, and from SPECIAL on it is not copied. */
export const KINDS = new Uint8Array(256);
const QUOTABLE = 1;
export const SPECIAL = 2;
KINDS.fill(SPECIAL, 0, 0x20);
KINDS[COMMA] = QUOTABLE;
KINDS[QUOTE] = SPECIAL;
KINDS[BACKSLASH] = SPECIAL;

/** What the byte after a backslash stands for, 0 where it is no escape of one byte. */
export const ESCAPES = new Uint8Array(256);
for (const [name, byte] of Object.entries({ n: LF, r: 0x0d, t: 0x09, b: 0x08, f: 0x0c })) {
  ESCAPES[name.charCodeAt(0)] = byte;
}
for (const byte of [QUOTE, BACKSLASH, 0x2f]) ESCAPES[byte] = byte;
