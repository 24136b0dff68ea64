const [QUOTE, BACKSLASH, LF, CR, SPACE, TAB] = [0x22, 0x5c, 0x0a, 0x0d, 0x20, 0x09];

/**
 * A copy of a file in which each \" inside a quoted cell is written as "", as RFC 4180 writes a quote of the text, and how many there
 * were; null where there is none. The quote behind two backslashes ends its cell.
 */
export function doubleBackslashQuotes(
  file: Uint8Array,
  delimiter: string,
): { bytes: Uint8Array; quotes: number } | null {
  if (!hasBackslashQuote(file)) return null;
  const bytes = file.slice();
  const comma = delimiter.charCodeAt(0);
  let quotes = 0;
  let [isQuoted, isCellStart] = [false, true];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!; // below the length
    if (!isQuoted) {
      if (byte === QUOTE && isCellStart) isQuoted = true;
      else if (byte === comma || byte === LF || byte === CR) isCellStart = true;
      else if (byte !== SPACE && byte !== TAB) isCellStart = false;
    } else if (byte === BACKSLASH) {
      if (bytes[at + 1] === QUOTE) {
        bytes[at] = QUOTE;
        quotes++;
      }
      at++;
    } else if (byte === QUOTE) {
      if (bytes[at + 1] === QUOTE) at++;
      else [isQuoted, isCellStart] = [false, false];
    }
  }
  return quotes > 0 ? { bytes, quotes } : null;
}

function hasBackslashQuote(file: Uint8Array): boolean {
  for (let at = file.indexOf(BACKSLASH); at >= 0; at = file.indexOf(BACKSLASH, at + 1))
    if (file[at + 1] === QUOTE) return true;
  return false;
}
