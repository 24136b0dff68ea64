import { transcodeWindows1252 } from './windows-1252.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export interface Decoded {
  /** The file as UTF-8, without byte order mark. Where it was UTF-8 already these are its own bytes, not a copy. */
  bytes: Uint8Array;
  encoding: Encoding;
  /** False where the file says so itself (byte order mark) or the visitor has chosen. */
  isGuessed: boolean;
}

const MARKS: readonly { encoding: Encoding; mark: readonly number[] }[] = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
];

/** First bytes of files that are no text at all: zip (as .xlsx is) and the old binary Office format (as .xls is). */
const BINARY_MARKS: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** Whether this is a spreadsheet file that was merely renamed, which no encoding makes readable. */
export function isBinaryFile(bytes: Uint8Array): boolean {
  return BINARY_MARKS.some((mark) => startsWith(bytes, mark));
}

/**
 * Turns a file into UTF-8. The encoding is the one chosen; else what the byte order mark says; else UTF-8 if the bytes
 * are that; else Windows-1252, in which every byte means something. What is no character in a chosen encoding becomes U+FFFD.
 *
 * @param isUtf8 tells whether the bytes, without their mark, are well-formed UTF-8
 */
export function decodeToUtf8(
  bytes: Uint8Array,
  chosen: Encoding | undefined,
  isUtf8: (bytes: Uint8Array) => boolean,
): Decoded {
  const marked = MARKS.find(({ mark }) => startsWith(bytes, mark));
  const stated = chosen ?? marked?.encoding;
  const isMarked = marked !== undefined && marked.encoding === stated;
  const body = isMarked ? bytes.subarray(marked.mark.length) : bytes;
  const isBodyUtf8 = (stated ?? 'utf-8') === 'utf-8' && isUtf8(body);
  const encoding = stated ?? (isBodyUtf8 ? 'utf-8' : 'windows-1252');
  return {
    bytes: isBodyUtf8 ? body : transcode(body, encoding),
    encoding,
    isGuessed: stated === undefined,
  };
}

function transcode(bytes: Uint8Array, encoding: Encoding): Uint8Array {
  if (encoding === 'windows-1252') return transcodeWindows1252(bytes);
  return new TextEncoder().encode(new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes));
}

function startsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}
