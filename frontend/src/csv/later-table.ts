import {
  COMMENT,
  countLines,
  DIGITS,
  hasText,
  linesOf,
  looksLikeNames,
  MAX_SECOND_TABLE,
  type SecondTable,
} from './other-lines.ts';
import type { FileRecord, Reader } from './reader.ts';

/** A second table is looked for in this many last bytes. */
const TAIL_BYTES = 256 * 1024;
const [LF, CR, QUOTE] = [0x0a, 0x0d, 0x22];
/** The first character of an empty line, of one without texts (its quotes may be empty), or of a comment. */
const BREAKS = Array.from('\n\r,;\t|"#/-*', (sign) => sign.charCodeAt(0));
/** The values of a column are categories where each stands this often on average. */
const USES_OF_CATEGORY = 2;

/**
 * The second table of a file that is as wide as the first or wider; null without one. It begins below an empty line, a comment or a title
 * of one cell below an empty line, with names of its own that occur neither above nor below, and has two rows or more of the same
 * width. No value of it stands in a column of categories of the first table, which leads below would share, and a column of
 * categories or of numbers shows that it is another table.
 *
 * @param footer the lines at the end that have been left out before
 */
export function findLaterTable(
  reader: Reader,
  width: number,
  footer: readonly FileRecord[],
): SecondTable | null {
  const tail = reader.bytes.subarray(-TAIL_BYTES);
  if (!mayHoldBreak(tail)) return null;
  // Not every reader gives the cells beyond the first table.
  const rows = reader.lastRows(MAX_SECOND_TABLE).map((row) => ({ ...row, cells: row.cells.slice(0, width) }));
  const starts = findStarts(tail, [...rows, ...footer]).slice(0, rows.length);
  for (const [header, start] of starts.entries()) {
    if (start === null || header === 0) continue;
    const first = beginsAt(rows, starts, header);
    if (first !== null && isAnother(rows.slice(0, first), rows.slice(header), width))
      return { rows: rows.slice(first), line: lineOf(reader.bytes, tail, starts[first]!) }; // it is known
  }
  return null;
}

/** Where a row begins: its line in the tail, and whether the line above it is empty. */
interface Start {
  line: number;
  isBelowEmpty: boolean;
}

/** The first row of a table with this header: its title, or itself; null where nothing parts it from the rows above. */
function beginsAt(
  rows: readonly FileRecord[],
  starts: readonly (Start | null)[],
  header: number,
): number | null {
  const title = rows[header - 1]!; // a row above
  const above = starts[header - 1];
  if (title.width === 1 && (COMMENT.test(title.cells[0] ?? '') || above?.isBelowEmpty)) return header - 1;
  return starts[header]?.isBelowEmpty ? header : null;
}

function isAnother(
  above: readonly FileRecord[],
  [header, ...below]: readonly FileRecord[],
  width: number,
): boolean {
  if (!header || header.width < width || below.length < 2) return false;
  if (below.some((row) => row.width !== header.width) || !looksLikeNames(header, [...above, ...below]))
    return false;
  const columns = header.cells.map((_, column) =>
    compareColumn(textsIn(above, column), textsIn(below, column)),
  );
  return columns.includes('other') && !columns.includes('same');
}

const textsIn = (rows: readonly FileRecord[], column: number): string[] =>
  rows.map(({ cells }) => cells[column] ?? '').filter((cell) => cell !== '');

/** Whether the texts of a column below go on with those above, or are of another kind; null where that is open. */
function compareColumn(above: readonly string[], below: readonly string[]): 'same' | 'other' | null {
  if (above.length === 0 || below.length === 0) return null;
  const [numbersAbove, numbersBelow] = [above, below].map(
    (texts) => texts.filter((text) => DIGITS.test(text)).length,
  );
  if (numbersAbove === above.length) return numbersBelow === 0 ? 'other' : null;
  const values = new Set(above);
  if (above.length < USES_OF_CATEGORY * values.size) return null;
  return below.some((text) => values.has(text)) ? 'same' : 'other';
}

/** Whether a line may be empty, without texts, or a comment, by its first characters; the end of the file does not count. */
function mayHoldBreak(bytes: Uint8Array): boolean {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === LF || bytes[end - 1] === CR)) end--;
  for (let at = bytes.indexOf(LF); at !== -1 && at < end; at = bytes.indexOf(LF, at + 1)) {
    const from = bytes[at + 1] === QUOTE ? at + 2 : at + 1;
    if (BREAKS.includes(bytes[from] ?? 0)) return true;
  }
  return false;
}

/** Where the last records begin, in lines of the tail; null for those that begin before it. */
function findStarts(tail: Uint8Array, records: readonly FileRecord[]): (Start | null)[] {
  const lines = linesOf(tail);
  let at = lines.length;
  const step = () => {
    while (--at > 0 && !hasText(lines[at]!)); // below the length
  };
  return records
    .toReversed()
    .map((record) => {
      for (let left = countLines([record]); left > 0 && at > 0; left--) step();
      return at > 0 ? { line: at, isBelowEmpty: !hasText(lines[at - 1]!) } : null; // above the first
    })
    .toReversed();
}

/** The number in the file, from 1, of a line of the tail. */
const lineOf = (bytes: Uint8Array, tail: Uint8Array, { line }: Start): number =>
  linesOf(bytes.subarray(0, bytes.length - tail.length)).length + line;
