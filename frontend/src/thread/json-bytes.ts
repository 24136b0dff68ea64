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
 * Where a value begins in well-formed JSON, by the keys that lead to it; null where there is none. Nothing on the way
 * is decoded but keys, so that a long text costs one look at each byte before the value.
 */
export function findValue(bytes: Uint8Array, path: readonly string[]): number | null {
  let from: number | null = skipBlanks(bytes, 0);
  for (const key of path) from = from === null ? null : findMember(bytes, from, key);
  return from;
}

function findMember(bytes: Uint8Array, start: number, key: string): number | null {
  if (bytes[start] !== OPEN_OBJECT) return null;
  let at = skipBlanks(bytes, start + 1);
  while (bytes[at] === QUOTE) {
    const nameEnd = skipString(bytes, at);
    const name: unknown = JSON.parse(decoder.decode(bytes.subarray(at, nameEnd)));
    const colon = skipBlanks(bytes, nameEnd);
    if (bytes[colon] !== COLON) return null;
    const from = skipBlanks(bytes, colon + 1);
    if (name === key) return from;
    at = skipBlanks(bytes, skipValue(bytes, from));
    if (bytes[at] === COMMA) at = skipBlanks(bytes, at + 1);
  }
  return null;
}

export function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at]! <= SPACE) at++; // below length
  return at;
}

/** Position after the value that begins at `from`. */
export function skipValue(bytes: Uint8Array, from: number): number {
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
export function skipString(bytes: Uint8Array, from: number): number {
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
