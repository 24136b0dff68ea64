import type { ByteSink } from './byte-sink.ts';
import { entityOf, isXmlSpace } from './xml.ts';

const [LF, CR, SPACE, QUOTE, AMPERSAND, COMMA, SEMICOLON, UNDERSCORE, LETTER_X] = [
  0x0a, 0x0d, 0x20, 0x22, 0x26, 0x2c, 0x3b, 0x5f, 0x78,
];
/** The longest entity that means something is '&#1114111;'. */
const MAX_ENTITY = 10;
/** '_x000D_' */
const ESCAPE_LENGTH = 7;
const REPLACEMENT = 0xfffd;

const decoder = new TextDecoder('latin1');

/**
 * Writes a text of XML as UTF-8: entities and the escapes '_xHHHH_' of Excel (ECMA-376, 22.9.2.19) as their characters, line
 * ends as line feeds.
 * Example: 'a &amp; b_x000D_' is 'a & b' with a carriage return.
 */
export function pushText(sink: ByteSink, bytes: Uint8Array, [from, to]: readonly [number, number]): void {
  sink.reserve(to - from);
  for (let at = from; at < to;) {
    const byte = bytes[at]!; // below the end
    if (byte === AMPERSAND) at = pushEntity(sink, bytes, at);
    else if (byte === UNDERSCORE) at = pushEscape(sink, bytes, at);
    else {
      if (byte !== CR) sink.push(byte);
      else if (bytes[at + 1] !== LF) sink.push(LF);
      at++;
    }
  }
}

/** Writes the entity at '&', or '&' itself where none begins there; returns the place behind it. */
function pushEntity(sink: ByteSink, bytes: Uint8Array, at: number): number {
  // Beyond the text there is a tag, which no entity holds.
  const end = bytes.subarray(at, at + MAX_ENTITY).indexOf(SEMICOLON);
  const point = end > 1 ? entityOf(decoder.decode(bytes.subarray(at + 1, at + end))) : null;
  if (point === null) {
    sink.push(AMPERSAND);
    return at + 1;
  }
  pushPoint(sink, point);
  return at + end + 1;
}

/** Writes the character of an escape at '_', or '_' itself; returns the place behind it. */
function pushEscape(sink: ByteSink, bytes: Uint8Array, at: number): number {
  const unit = readEscape(bytes, at);
  if (unit < 0) {
    sink.push(UNDERSCORE);
    return at + 1;
  }
  const next = at + ESCAPE_LENGTH;
  if (unit < 0xd800 || unit > 0xdfff) {
    pushPoint(sink, unit);
    return next;
  }
  const low = unit < 0xdc00 ? readEscape(bytes, next) : -1;
  if (low < 0xdc00 || low > 0xdfff) {
    pushPoint(sink, REPLACEMENT);
    return next;
  }
  pushPoint(sink, 0x10000 + ((unit - 0xd800) << 10) + low - 0xdc00);
  return next + ESCAPE_LENGTH;
}

/** The UTF-16 code unit of the escape that begins here; -1 where none does. */
function readEscape(bytes: Uint8Array, at: number): number {
  const isFramed =
    bytes[at] === UNDERSCORE && bytes[at + 1] === LETTER_X && bytes[at + ESCAPE_LENGTH - 1] === UNDERSCORE;
  if (!isFramed) return -1;
  const digits = decoder.decode(bytes.subarray(at + 2, at + ESCAPE_LENGTH - 1));
  return /[0-9a-f]{4}/i.test(digits) ? Number.parseInt(digits, 16) : -1;
}

/** Writes a character in UTF-8. */
function pushPoint(sink: ByteSink, point: number): void {
  if (point < 0x80) sink.push(point);
  else if (point < 0x800) {
    sink.push(0xc0 | (point >> 6));
    sink.push(0x80 | (point & 0x3f));
  } else if (point < 0x10000) {
    sink.push(0xe0 | (point >> 12));
    sink.push(0x80 | ((point >> 6) & 0x3f));
    sink.push(0x80 | (point & 0x3f));
  } else {
    sink.push(0xf0 | (point >> 18));
    sink.push(0x80 | ((point >> 12) & 0x3f));
    sink.push(0x80 | ((point >> 6) & 0x3f));
    sink.push(0x80 | (point & 0x3f));
  }
}

/** Takes the white space off both ends of what was written from a place on, as XML without `xml:space="preserve"` means it. */
export function trimFrom(sink: ByteSink, start: number): void {
  const { bytes } = sink;
  let from = start;
  while (sink.length > start && isXmlSpace(bytes[sink.length - 1])) sink.length--;
  while (from < sink.length && isXmlSpace(bytes[from])) from++;
  if (from === start) return;
  bytes.copyWithin(start, from, sink.length);
  sink.length -= from - start;
}

/** Writes a text as a cell of CSV, in quotes where it needs them. A text of spaces is a blank cell. */
export function pushCell(sink: ByteSink, text: Uint8Array, [from, to]: readonly [number, number]): void {
  let [needsQuotes, isBlank] = [false, true];
  for (let at = from; at < to; at++) {
    const byte = text[at]!; // below the end
    if (byte === QUOTE || byte === COMMA || byte === LF || byte === CR) needsQuotes = true;
    if (byte > SPACE) isBlank = false;
  }
  if (isBlank) return;
  if (!needsQuotes) {
    sink.pushBytes(text, from, to);
    return;
  }
  sink.push(QUOTE);
  for (let at = from; at < to; at++) {
    const byte = text[at]!; // below the end
    if (byte === QUOTE) sink.push(QUOTE);
    sink.push(byte);
  }
  sink.push(QUOTE);
}
