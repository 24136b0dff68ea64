export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export interface Decoded {
  /**
   * The file as UTF-8, without byte order mark. Where the file is UTF-8 already these are its own bytes, not a copy.
   */
  bytes: Uint8Array;
  encoding: Encoding;
  /** False where a byte order mark names the encoding or the visitor has chosen it. */
  encodingGuessed: boolean;
}

const MARKS: readonly { encoding: Encoding; mark: readonly number[] }[] = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
];

/** First bytes of files that are no text at all: zip (.xlsx), the old binary Office format (.xls), PNG, JPEG, GIF, PDF, gzip. */
const BINARY_MARKS: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x25, 0x50, 0x44, 0x46, 0x2d],
  [0x1f, 0x8b],
];

/** Text is told from other content by this many bytes. */
const LOOKED_AT = 64 * 1024;
/** A text has at most this share of control characters; of random bytes a tenth are. */
const MAX_CONTROL_SHARE = 0.05;

/**
 * The characters of the bytes 0x80 to 0x9F (WHATWG Encoding, index windows-1252). Any other byte is its own code point.
 */
const SPECIALS =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/**
 * Whether the file is no text but a renamed spreadsheet, picture or other binary file. Well-formed UTF-8 is text, whatever
 * control characters it has, and so is a file with a byte order mark, or one that the visitor reads as UTF-16.
 */
export function isBinaryFile(bytes: Uint8Array, chosen: Encoding | undefined): boolean {
  if (BINARY_MARKS.some((mark) => startsWith(bytes, mark))) return true;
  if (isMarked(bytes) || chosen?.startsWith('utf-16')) return false;
  const first = bytes.subarray(0, LOOKED_AT);
  return !isUtf8(first, bytes.length > LOOKED_AT) && isMostlyControls(first);
}

/** Whether too many bytes are control characters. NUL does not count: it is every second byte of UTF-16 without a mark. */
function isMostlyControls(bytes: Uint8Array): boolean {
  let [controls, nulls] = [0, 0];
  for (const byte of bytes) {
    if (byte === 0) nulls++;
    else if (byte < 0x20 && (byte < TAB || byte > CR) && byte !== ESCAPE) controls++;
  }
  return controls > MAX_CONTROL_SHARE * (bytes.length - nulls);
}

const [TAB, CR, ESCAPE] = [0x09, 0x0d, 0x1b];

function markOf(bytes: Uint8Array) {
  return MARKS.find(({ mark }) => startsWith(bytes, mark));
}

/** Whether a file begins with a byte order mark. */
export function isMarked(bytes: Uint8Array): boolean {
  return markOf(bytes) !== undefined;
}

/**
 * Turns a file into UTF-8. The encoding is the one chosen; else the one that the byte order mark names; else UTF-8 if
 * the bytes are well-formed; else Windows-1252, in which every byte is a character. A byte order mark of an encoding
 * other than the chosen one stays. Bytes that are no character in the chosen encoding become U+FFFD, so decoding
 * never fails.
 * @param isUtf8 tells whether the bytes, without their mark, are well-formed UTF-8
 */
export function decodeToUtf8(
  bytes: Uint8Array,
  chosen: Encoding | undefined,
  isUtf8: (bytes: Uint8Array) => boolean,
): Decoded {
  const marked = markOf(bytes);
  const stated = chosen ?? marked?.encoding;
  const isMarked = marked !== undefined && marked.encoding === stated;
  const body = isMarked ? bytes.subarray(marked.mark.length) : bytes;
  const isBodyUtf8 = (stated ?? 'utf-8') === 'utf-8' && isUtf8(body);
  const encoding = stated ?? (isBodyUtf8 ? 'utf-8' : 'windows-1252');
  return {
    bytes: isBodyUtf8 ? body : transcode(body, encoding),
    encoding,
    encodingGuessed: stated === undefined,
  };
}

function transcode(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  const text =
    encoding === 'windows-1252'
      ? new TextDecoder('utf-16le').decode(toUtf16(bytes))
      : new TextDecoder(encoding, { fatal: false, ignoreBOM: true }).decode(bytes);
  return new TextEncoder().encode(text);
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

/** Whether the bytes are well-formed UTF-8, by the browser's own decoder. Of a part of a text the last character may be cut off. */
export function isUtf8(bytes: Uint8Array, isCut = false): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes, { stream: isCut });
    return true;
  } catch {
    return false;
  }
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}

const BYTE_ORDER_MARK = '\ufeff';
const BYTE_OF_SPECIAL = new Map(Array.from(SPECIALS, (character, at) => [character, at + 0x80]));

/**
 * A text in an encoding, the inverse of `decodeToUtf8`: UTF-8 and UTF-16 with their byte order mark, Windows-1252
 * with a byte per character. Null where a character does not exist in Windows-1252.
 * Example: in Windows-1252 '€' is the byte 0x80, and 'ł' gives null.
 */
export function encodeText(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> | null {
  // Its buffer is its own, and not shared.
  if (encoding === 'utf-8')
    return new TextEncoder().encode(BYTE_ORDER_MARK + text) as Uint8Array<ArrayBuffer>;
  return encoding === 'windows-1252' ? encodeWindows1252(text) : encodeUtf16(text, encoding);
}

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
