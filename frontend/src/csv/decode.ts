import type { Encoding } from '#contract/encodings.ts';
import { startsWith } from './packed.ts';
import { fetchPart } from './part-missing.ts';

export type { Encoding };

/** An encoding of a language or a part of the world. It has no mark, so it is guessed. */
export type RegionalEncoding = Exclude<Encoding, `utf-${string}`>;

export interface Decoded {
  /**
   * The file as UTF-8, without byte order mark. Where the file is UTF-8 already these are its own bytes, not a copy.
   */
  bytes: Uint8Array;
  encoding: Encoding;
  /** False where a byte order mark names the encoding or the visitor has chosen it. */
  encodingGuessed: boolean;
  /** How many U+FFFD stand in place of bytes that are no character. */
  damagedCharacters: number;
  /** The lines of a file of UTF-8 that are in another encoding; null if none is. */
  otherLines: { encoding: RegionalEncoding; lines: number } | null;
}

const MARKS: readonly { encoding: Encoding; mark: readonly number[] }[] = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  // Before UTF-16, whose mark is its beginning.
  { encoding: 'utf-32le', mark: [0xff, 0xfe, 0, 0] },
  { encoding: 'utf-32be', mark: [0, 0, 0xfe, 0xff] },
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

/** Text is told from other content, and wide encodings from others, by this many bytes. */
const TOLD_BY = 64 * 1024;
/** A text has at most this share of control characters; of random bytes a tenth are. */
const MAX_CONTROL_SHARE = 0.05;

/**
 * Whether the file is no text but a renamed spreadsheet, picture or other binary file. Well-formed UTF-8 is text, whatever
 * control characters it has, and so is a file with a byte order mark, or one of UTF-16 or UTF-32 by its zeros or by choice.
 */
export function isBinaryFile(bytes: Uint8Array, chosen: Encoding | undefined): boolean {
  if (BINARY_MARKS.some((mark) => startsWith(bytes, mark))) return true;
  if (isMarked(bytes) || isWide(chosen) || findWide(bytes) !== null) return false;
  const first = bytes.subarray(0, TOLD_BY);
  return !isUtf8(first, bytes.length > TOLD_BY) && isMostlyControls(first);
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

/** Whether the units of an encoding have more than one byte each, so that bytes of 0 stand between letters. */
function isWide(encoding: Encoding | undefined): boolean {
  return encoding?.startsWith('utf-16') === true || encoding?.startsWith('utf-32') === true;
}

/** Hardly a text in UTF-16 has a smaller share of characters below U+0100, such as delimiters and digits. */
const MIN_ZERO_SHARE = 0.03;
/** At most this many times as many zeros stand at the other place: U+4E00 and the like. */
const MAX_OTHER_ZEROS = 0.2;

/**
 * UTF-16 or UTF-32 without a byte order mark, by the places of its zeros: the higher byte of every ASCII character is 0. Null for
 * other files, and for one whose units are no characters.
 */
export function findWide(bytes: Uint8Array): Encoding | null {
  const some = bytes.subarray(0, Math.min(TOLD_BY, bytes.length - (bytes.length % 4)));
  if (!some.subarray(0, FIRST_LOOK).includes(0)) return null;
  const zeros = new Uint32Array(4);
  for (let at = 0; at < some.length; at++) if (some[at] === 0) zeros[at & 3]!++; // four places
  const [a = 0, b = 0, c = 0, d = 0] = zeros;
  const quarter = some.length / 4;
  const few = MAX_OTHER_ZEROS * quarter;
  if (a === quarter && b > 0.9 * quarter && d < few) return 'utf-32be';
  if (d === quarter && c > 0.9 * quarter && a < few) return 'utf-32le';
  const [even, odd] = [a + c, b + d];
  const encoding = even > odd ? 'utf-16be' : 'utf-16le';
  const [high, low] = even > odd ? [even, odd] : [odd, even];
  if (high < MIN_ZERO_SHARE * 2 * quarter || low > MAX_OTHER_ZEROS * high) return null;
  return looksLikeTable(some, encoding) ? encoding : null;
}

/** Whether the units are characters, with a delimiter and a line end among them. */
function looksLikeTable(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): boolean {
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
    return /[\r\n]/.test(text) && /[,;\t|]/.test(text);
  } catch {
    return false;
  }
}

/** A text in UTF-16 has a zero in its first bytes: its header has a delimiter, and a line end. */
const FIRST_LOOK = 4096;

/**
 * Turns a file into UTF-8. The encoding is the one chosen; else the one that the byte order mark names; else the usual one of such
 * files; else UTF-8 if the bytes are well-formed; else the one that the text is guessed to have, by code that is fetched then. A byte
 * order mark of an encoding other than the chosen one stays. Bytes that are no character in the encoding become U+FFFD, so
 * decoding never fails.
 * @param isUtf8 tells whether the bytes, without their mark, are well-formed UTF-8
 */
export async function decodeToUtf8(
  bytes: Uint8Array,
  { encoding: chosen, usualEncoding: usual }: { encoding?: Encoding; usualEncoding?: Encoding },
  isUtf8: (bytes: Uint8Array) => boolean,
): Promise<Decoded> {
  const marked = markOf(bytes);
  const stated = chosen ?? marked?.encoding ?? usual ?? findWide(bytes) ?? undefined;
  const isMarked = marked !== undefined && marked.encoding === stated;
  const body = isMarked ? bytes.subarray(marked.mark.length) : bytes;
  const encodingGuessed = (chosen ?? usual) === undefined && !isMarked;
  if ((stated ?? 'utf-8') === 'utf-8' && isUtf8(body))
    return { bytes: body, encoding: 'utf-8', encodingGuessed, damagedCharacters: 0, otherLines: null };
  const { decodeOther } = await fetchPart(() => import('./decode-other.ts'));
  return { ...decodeOther(body, stated), encodingGuessed };
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
