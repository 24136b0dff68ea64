/** A record as the rules below read it: every cell it has, and where its quotes are damaged. */
export interface PlainRecord {
  cells: string[];
  /** Whether it begins with a quote: an empty record with a quote is no blank line. */
  beginsWithQuote: boolean;
  /** Line numbers of its stray quotes, from 1. */
  strayQuoteLines: number[];
}

const MAX_QUOTED_LINES = 1000;

/**
 * A simple and slow reader of CSV, which goes character by character. It is the reference for quotes, also damaged
 * ones.
 *
 * 1. CRLF, LF and a lone CR end a record, and a delimiter ends a cell, outside quoted text. Cells are trimmed.
 * 2. A quote that has nothing but spaces and tabs before it in its cell opens a quoted text. Any other quote is text.
 * 3. The next quote closes it. Two quotes in a row do not close it: they are one quote of the text.
 * 4. Characters after the closing quote belong to the cell unchanged, up to its end.
 * 5. An opening quote is stray, and it and the quotes after it in its cell are plain text,
 *    a. where no quote closes it,
 *    b. where the quoted text has more than 1,000 lines,
 *    c. where the quoted text has a line break, and more than spaces and tabs follow the closing quote in its cell:
 *       that quote is then the opening one of a later cell.
 */
export function splitPlainly(text: string, delimiter: string): PlainRecord[] {
  const records: PlainRecord[] = [];
  let at = 0;
  while (at < text.length) {
    const record: PlainRecord = { cells: [], beginsWithQuote: text[at] === '"', strayQuoteLines: [] };
    records.push(record);
    let cell = '';
    for (;;) {
      const character = text[at];
      if (character === undefined || isLineBreak(character)) break;
      if (character === delimiter) {
        record.cells.push(cell.trim());
        cell = '';
        at++;
      } else if (character === '"' && isBlank(cell)) {
        const quoted = readQuoted(text, at, delimiter);
        if (quoted) {
          cell = quoted.text;
          at = quoted.end;
        } else {
          record.strayQuoteLines.push(countLineBreaks(text.slice(0, at)) + 1);
          cell = '"';
          at++;
        }
        // The cell is open text from here on: rules 4 and 5.
        for (; at < text.length && text[at] !== delimiter && !isLineBreak(text[at]); at++) cell += text[at];
      } else {
        cell += character;
        at++;
      }
    }
    record.cells.push(cell.trim());
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return records;
}

/** The text after the quote at `open`, and the end of its closing quote; null for a stray quote. */
function readQuoted(text: string, open: number, delimiter: string): { text: string; end: number } | null {
  let quoted = '';
  let at = open + 1;
  while (text[at] !== '"' || text[at + 1] === '"') {
    if (at >= text.length) return null;
    if (text[at] === '"') at++;
    quoted += text[at++];
  }
  let after = at + 1;
  while (text[after] !== delimiter && isBlank(text[after] ?? 'end')) after++;
  const endsCell = after >= text.length || text[after] === delimiter || isLineBreak(text[after]);
  const lineBreaks = countLineBreaks(quoted);
  if (lineBreaks >= MAX_QUOTED_LINES || (lineBreaks > 0 && !endsCell)) return null;
  return { text: quoted, end: at + 1 };
}

function isBlank(text: string): boolean {
  return /^[ \t]*$/.test(text);
}

function isLineBreak(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}

function countLineBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
