const [QUOTE, BACKSLASH, LF, CR, SPACE, TAB] = [0x22, 0x5c, 0x0a, 0x0d, 0x20, 0x09];

/**
 * A copy of a file in which each \" inside a quoted cell is written as "", as RFC 4180 writes a quote of the text, and how many there
 * were; null where there is none. Writers that do so also write two backslashes for one (MySQL, PostgreSQL, Python's csv), which become
 * one again; the quote behind them ends its cell.
 */
export function doubleBackslashQuotes(
  file: Uint8Array,
  delimiter: string,
): { bytes: Uint8Array; quotes: number } | null {
  if (!hasBackslashQuote(file)) return null;
  const bytes = new Uint8Array(file.length);
  const comma = delimiter.charCodeAt(0);
  let [quotes, size] = [0, 0];
  let [isQuoted, isCellStart] = [false, true];
  for (let at = 0; at < file.length; at++) {
    const byte = file[at]!; // below the length
    const next = file[at + 1];
    bytes[size++] = byte;
    if (!isQuoted) {
      if (byte === QUOTE && isCellStart) isQuoted = true;
      else if (byte === comma || byte === LF || byte === CR) isCellStart = true;
      else if (byte !== SPACE && byte !== TAB) isCellStart = false;
    } else if ((byte === BACKSLASH || byte === QUOTE) && next === QUOTE) {
      bytes[size - 1] = bytes[size++] = QUOTE;
      if (byte === BACKSLASH) quotes++;
      at++;
    } else if (byte === BACKSLASH && next === BACKSLASH) at++;
    else if (byte === QUOTE) [isQuoted, isCellStart] = [false, false];
  }
  return quotes > 0 ? { bytes: bytes.subarray(0, size), quotes } : null;
}

function hasBackslashQuote(file: Uint8Array): boolean {
  for (let at = file.indexOf(BACKSLASH); at >= 0; at = file.indexOf(BACKSLASH, at + 1))
    if (file[at + 1] === QUOTE) return true;
  return false;
}
