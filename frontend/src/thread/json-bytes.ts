/** Part of some JSON text, as bytes. */
export interface Span {
  from: number;
  to: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const [OPEN_ARRAY, CLOSE_ARRAY] = [0x5b, 0x5d];
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];
/** The four characters that JSON counts as blank are the only ones at or below this that stand outside its strings. */
const SPACE = 0x20;

const decoder = new TextDecoder();

/**
 * Where a value lies in well-formed JSON, by the keys that lead to it; null where there is none. Nothing on the way
 * is decoded but keys, so that a long text costs one look at each byte.
 */
export function findValue(bytes: Uint8Array, path: readonly string[]): Span | null {
  let span: Span | null = { from: skipBlanks(bytes, 0), to: bytes.length };
  for (const key of path) span = span && findMember(bytes, span.from, key);
  return span;
}

/** The elements of the array in `span`, in runs of about `runBytes`, each run as an array of values. */
export function* readElements(bytes: Uint8Array, span: Span, runBytes: number): Generator<unknown[]> {
  let from = skipBlanks(bytes, span.from + 1);
  let at = from;
  while (at < span.to - 1) {
    const end = skipValue(bytes, at);
    const next = skipBlanks(bytes, end);
    at = bytes[next] === COMMA ? skipBlanks(bytes, next + 1) : span.to;
    if (end - from < runBytes && at < span.to) continue;
    // Brackets around elements make an array; anything else in the text makes this throw.
    yield JSON.parse(`[${decoder.decode(bytes.subarray(from, end))}]`) as unknown[];
    from = at;
  }
}

function findMember(bytes: Uint8Array, start: number, key: string): Span | null {
  if (bytes[start] !== OPEN_OBJECT) return null;
  let at = skipBlanks(bytes, start + 1);
  while (bytes[at] === QUOTE) {
    const nameEnd = skipString(bytes, at);
    const name: unknown = JSON.parse(decoder.decode(bytes.subarray(at, nameEnd)));
    const colon = skipBlanks(bytes, nameEnd);
    if (bytes[colon] !== COLON) return null;
    const from = skipBlanks(bytes, colon + 1);
    const to = skipValue(bytes, from);
    if (name === key) return { from, to };
    at = skipBlanks(bytes, to);
    if (bytes[at] === COMMA) at = skipBlanks(bytes, at + 1);
  }
  return null;
}

function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at]! <= SPACE) at++; // below length
  return at;
}

/** Position after the value that begins at `from`. */
function skipValue(bytes: Uint8Array, from: number): number {
  let depth = 0;
  let at = from;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = skipString(bytes, at);
      if (depth === 0) return at;
      continue;
    }
    const isEnd = byte === CLOSE_ARRAY || byte === CLOSE_OBJECT;
    // A number, true, false or null ends before what follows it.
    if (depth === 0 && (isEnd || byte === COMMA)) return at;
    at++;
    if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) depth++;
    else if (isEnd && --depth === 0) return at;
  }
  return at;
}

/** Position after the string whose opening quote is at `from`. */
function skipString(bytes: Uint8Array, from: number): number {
  let close = bytes.indexOf(QUOTE, from + 1);
  while (close >= 0 && isEscaped(bytes, close)) close = bytes.indexOf(QUOTE, close + 1);
  return close < 0 ? bytes.length : close + 1;
}

/** Whether an odd number of backslashes stands before a quote. */
function isEscaped(bytes: Uint8Array, quote: number): boolean {
  let at = quote - 1;
  while (bytes[at] === BACKSLASH) at--;
  return (quote - at) % 2 === 0;
}
