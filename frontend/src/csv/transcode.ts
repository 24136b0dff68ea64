import type { Encoding, RegionalEncoding } from './decode.ts';

/**
 * The characters of the bytes 0x80 to 0x9F (WHATWG Encoding, index windows-1252). Any other byte is its own code point.
 */
const SPECIALS =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** A file in any encoding as UTF-8. Bytes that are no character become U+FFFD. */
export function transcode(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  const text = decode(bytes, encoding);
  return new TextEncoder().encode(text);
}

function decode(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'windows-1252') return new TextDecoder('utf-16le').decode(toUtf16(bytes));
  if (encoding === 'utf-32le' || encoding === 'utf-32be') return decodeUtf32(bytes, encoding === 'utf-32le');
  return new TextDecoder(encoding, { fatal: false, ignoreBOM: true }).decode(bytes);
}

/** Browsers have no decoder of UTF-32. */
function decodeUtf32(bytes: Uint8Array, isLittleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const point = view.getUint32(at, isLittleEndian);
    const isCharacter = point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
    parts.push(isCharacter ? String.fromCodePoint(point) : '\ufffd');
  }
  if (bytes.length % 4 > 0) parts.push('\ufffd');
  return parts.join('');
}

/** Windows-1252 as UTF-16. Our own table, because the decoder of Node takes these bytes for Latin-1. */
function toUtf16(bytes: Uint8Array): Uint16Array<ArrayBuffer> {
  const units = new Uint16Array(bytes.length);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!; // below the length
    units[at] = byte >= 0x80 && byte < 0xa0 ? SPECIALS.charCodeAt(byte - 0x80) : byte;
  }
  return units;
}

const BYTE_ORDER_MARK = '\ufeff';
const BYTE_OF_SPECIAL = new Map(Array.from(SPECIALS, (character, at) => [character, at + 0x80]));

/** UTF-8 with a byte order mark has every character. */
export const encodeUtf8 = (text: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(BYTE_ORDER_MARK + text) as Uint8Array<ArrayBuffer>; // its buffer is its own, and not shared

/**
 * A text in an encoding, the inverse of `transcode`: UTF-8 and UTF-16 with their byte order mark, others without. Null where a
 * character does not exist in the encoding, and for UTF-32, which few programs read.
 * Example: in Windows-1252 '€' is the byte 0x80, and 'ł' gives null.
 */
export function encodeText(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> | null {
  if (encoding === 'utf-8') return encodeUtf8(text);
  if (encoding === 'windows-1252') return encodeWindows1252(text);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return encodeUtf16(text, encoding);
  return encoding === 'utf-32le' || encoding === 'utf-32be' ? null : encodeByTable(text, encoding);
}

/** Encoders of the browser write UTF-8 only, so its decoder tells which bytes make which character. */
function encodeByTable(text: string, encoding: RegionalEncoding): Uint8Array<ArrayBuffer> | null {
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, readonly number[]>();
  const add = (...sequence: number[]) => {
    const character = decoder.decode(Uint8Array.from(sequence));
    if (!character.includes('\ufffd') && !table.has(character)) table.set(character, sequence);
  };
  for (let lead = 0x80; lead <= 0xff; lead++) {
    add(lead);
    if (DOUBLE_BYTES.has(encoding)) for (let trail = 0x40; trail <= 0xfe; trail++) add(lead, trail);
  }
  const bytes: number[] = [];
  for (const character of text) {
    const sequence = character < '\u0080' ? [character.charCodeAt(0)] : table.get(character);
    if (!sequence) return null;
    bytes.push(...sequence);
  }
  return Uint8Array.from(bytes);
}

const DOUBLE_BYTES = new Set<Encoding>(['shift_jis', 'euc-jp', 'gbk', 'gb18030', 'big5', 'euc-kr']);

function encodeUtf16(text: string, encoding: 'utf-16le' | 'utf-16be'): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2 * text.length + 2);
  const view = new DataView(bytes.buffer);
  const marked = BYTE_ORDER_MARK + text;
  for (let at = 0; at < marked.length; at++)
    view.setUint16(2 * at, marked.charCodeAt(at), encoding === 'utf-16le');
  return bytes;
}

function encodeWindows1252(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // The bytes from 0x80 to 0x9F stand for other characters than their code points.
    const byte = unit < 0x80 || (unit >= 0xa0 && unit <= 0xff) ? unit : BYTE_OF_SPECIAL.get(text[at] ?? '');
    if (byte === undefined) return null;
    bytes[at] = byte;
  }
  return bytes;
}
