/** What 0x80 to 0x9F stand for (WHATWG Encoding, index windows-1252); above them a byte is its own code point. */
const SPECIALS =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** Windows-1252 as UTF-8. Every sequence of bytes is valid, so this never fails. */
export function transcodeWindows1252(bytes: Uint8Array): Uint8Array {
  const result = new Uint8Array(utf8Length(bytes));
  let length = 0;
  for (const byte of bytes) {
    const code = byte >= 0x80 && byte < 0xa0 ? SPECIALS.charCodeAt(byte - 0x80) : byte;
    if (code < 0x80) result[length++] = code;
    else if (code < 0x800) {
      result[length++] = 0xc0 | (code >> 6);
      result[length++] = 0x80 | (code & 0x3f);
    } else {
      result[length++] = 0xe0 | (code >> 12);
      result[length++] = 0x80 | ((code >> 6) & 0x3f);
      result[length++] = 0x80 | (code & 0x3f);
    }
  }
  return result;
}

function utf8Length(bytes: Uint8Array): number {
  let length = bytes.length;
  for (const byte of bytes) {
    if (byte >= 0x80) length += byte < 0xa0 && SPECIALS.charCodeAt(byte - 0x80) >= 0x800 ? 2 : 1;
  }
  return length;
}
