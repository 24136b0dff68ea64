import type { Decoded, Encoding, RegionalEncoding } from './decode.ts';
import { guessEncoding, GUESSED_FROM, scoreAsUtf8 } from './guess-encoding.ts';
import { transcode } from './transcode.ts';

type Other = Omit<Decoded, 'encodingGuessed'>;

const [LF, CR] = [0x0a, 0x0d];

/**
 * A file that is no well-formed UTF-8, as UTF-8. Without a stated encoding it is guessed: as UTF-8 with bad bytes, which become
 * U+FFFD; in another encoding throughout; or with lines of both, where each line is read as what it is.
 */
export function decodeOther(bytes: Uint8Array, stated: Encoding | undefined): Other {
  if (stated !== undefined) return wholeFile(bytes, stated);
  const lines = readLines(bytes);
  const [whole, spoilt] = [lines.filter(isWhole), lines.filter((line) => !isWhole(line))];
  const bad = joinFirst(bytes, spoilt);
  const guess = guessEncoding(bad);
  if (scoreAsUtf8(bad) >= guess.score) return wholeFile(bytes, 'utf-8');
  if (whole.length === 0) return wholeFile(bytes, guess.encoding);
  // Scores can be compared where they are of the same text.
  const [someGood, someBad] = [joinFirst(bytes, whole, HALF), joinFirst(bytes, spoilt, HALF)];
  const throughout = guessEncoding(join([someGood, someBad]));
  if (throughout.score > scoreAsUtf8(someGood) + guessEncoding(someBad).score)
    return wholeFile(bytes, guessEncoding(joinFirst(bytes, lines)).encoding);
  const others = spoilt.filter((line) => !isMostlyUtf8(line));
  if (others.length === 0) return wholeFile(bytes, 'utf-8');
  const mixed = wholeFile(transcodeLines(bytes, others, guess.encoding), 'utf-8');
  return { ...mixed, otherLines: { encoding: guess.encoding, lines: others.length } };
}

function wholeFile(bytes: Uint8Array, encoding: Encoding): Other {
  const utf8 = transcode(bytes, encoding);
  const damagedCharacters = countReplaced(utf8) - (encoding === 'utf-8' ? countReplaced(bytes) : 0);
  return { bytes: utf8, encoding, damagedCharacters, otherLines: null };
}

/** How often U+FFFD stands in a text in UTF-8. */
function countReplaced(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(0xef); at !== -1; at = bytes.indexOf(0xef, at + 1))
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) count++;
  return count;
}

/** A line with bytes above 127. */
interface Line {
  from: number;
  /** The byte behind it; its line end belongs to it. */
  to: number;
  /** Characters of UTF-8 beyond ASCII that are whole, that lack their end, and bytes that belong to none. */
  whole: number;
  cut: number;
  bad: number;
}

const isWhole = ({ cut, bad }: Line) => cut + bad === 0;

/** In a file of lines in both. Only the first bytes of a character are left where a program has cut the text. */
const isMostlyUtf8 = ({ whole, cut, bad }: Line) => whole > cut + bad || (cut > 0 && bad === 0);

function readLines(bytes: Uint8Array): Line[] {
  const lines: Line[] = [];
  for (let from = 0, at = 0, isPlain = true; at <= bytes.length; at++) {
    const byte = bytes[at] ?? LF;
    if (byte > 0x7f) isPlain = false;
    // A CR before a LF is half of a line end: alone it would look like one of a Macintosh.
    if (byte !== LF && (byte !== CR || bytes[at + 1] === LF)) continue;
    const to = Math.min(at + 1, bytes.length);
    if (!isPlain) lines.push({ from, to, ...countSequences(bytes, from, to) });
    [from, isPlain] = [at + 1, true];
  }
  return lines;
}

function countSequences(bytes: Uint8Array, from: number, to: number): Pick<Line, 'whole' | 'cut' | 'bad'> {
  let [whole, cut, bad] = [0, 0, 0];
  for (let at = from; at < to;) {
    const lead = bytes[at]!; // below the end
    if (lead < 0x80) {
      at++;
      continue;
    }
    const length = lengthOf(lead);
    const seen = countSeen(bytes, at, length);
    if (seen === length) whole++;
    else if (seen > 1 || isCutAway(bytes, at)) cut++;
    else bad++;
    at += seen;
  }
  return { whole, cut, bad };
}

/** First bytes of the most frequent letters and signs in UTF-8. In other encodings they hardly end a cell. */
const FREQUENT_LEADS = new Set([0xc2, 0xc3, 0xc4, 0xc5, 0xd0, 0xd1, 0xe2, 0xf0]);

/** Whether only the first byte of a character is left, since the cell ends behind it. */
function isCutAway(bytes: Uint8Array, at: number): boolean {
  const next = String.fromCharCode(bytes[at + 1] ?? LF);
  return FREQUENT_LEADS.has(bytes[at]!) && /[",;\t|\r\n.]/.test(next); // below the end
}

/** How many bytes a character has by its first one; 0 where none begins so. */
function lengthOf(lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return 0;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/** How many bytes of a character are there, at least 1. */
function countSeen(bytes: Uint8Array, at: number, length: number): number {
  const [least, most] = SECOND_BYTES[bytes[at]!] ?? CONTINUATION; // below the end
  let seen = 1;
  for (; seen < length; seen++) {
    const byte = bytes[at + seen] ?? 0;
    if (seen === 1 ? byte < least || byte > most : byte < 0x80 || byte > 0xbf) break;
  }
  return seen;
}

const CONTINUATION = [0x80, 0xbf] as const;
/** First bytes behind which not every continuation is well-formed (Unicode, table 3-7). */
const SECOND_BYTES: Readonly<Record<number, readonly [number, number]>> = {
  0xe0: [0xa0, 0xbf],
  0xed: [0x80, 0x9f],
  0xf0: [0x90, 0xbf],
  0xf4: [0x80, 0x8f],
};

/** Of this number of bytes two parts are as long as a guess looks at. */
const HALF = GUESSED_FROM / 2;

/** The first lines, at most `most` bytes; a first line that is longer is cut. */
function joinFirst(bytes: Uint8Array, lines: readonly Line[], most = GUESSED_FROM): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 0, size = 0; at < lines.length; at++) {
    const { from, to } = lines[at]!; // below the length
    size += to - from;
    if (at > 0 && size > most) break;
    parts.push(bytes.subarray(from, Math.min(to, from + most)));
  }
  return join(parts);
}

/** The file with these lines in UTF-8, and all others as they are. */
function transcodeLines(bytes: Uint8Array, lines: readonly Line[], encoding: RegionalEncoding): Uint8Array {
  const parts: Uint8Array[] = [];
  let done = 0;
  for (const { from, to } of lines) {
    parts.push(bytes.subarray(done, from), transcode(bytes.subarray(from, to), encoding));
    done = to;
  }
  parts.push(bytes.subarray(done));
  return join(parts);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
