/** The marks and characters of cells that are not part of their values. */
export type CellMark = 'invisible' | 'text' | 'footnote';

/** The marks that are taken off the cells of a column, as far as it was read. */
export interface CellChanges {
  /** The value of each distinct cell that has one of the marks. */
  values: ReadonlyMap<string, string>;
  /** The marks that were found, with how many cells have them, and the first of these. */
  found: readonly { mark: CellMark; leads: number; cell: string; value: string }[];
}

/** Characters without width, and those that only steer how a text is written. Joiners make emoji and the letters of some scripts. */
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|(?<![\u0250-\uffff])[\u200c\u200d]|[\u200c\u200d](?![\u0250-\uffff])/g;
/** Spaces at which no line may break. */
const HARD_SPACE = /[\u00a0\u2007\u202f]/g;
/** All of these at once: nearly no text has one. */
const ODD = /[\u00a0\u00ad\u061c\u180e\u2007\u200b-\u200f\u202a-\u202f\u2060-\u2069\ufeff]/;

/** A mark comes off where at least this share of the filled cells has it: the whole column, or all but a few cells. */
const MIN_MARKED_PERCENT = 90;
/** At least this share of the filled cells of a column are numbers without a footnote. */
const MIN_NUMBERS_PERCENT = 50;

/** The text without invisible characters; a space at which no line may break is a space. */
export function withoutInvisible(text: string): string {
  return ODD.test(text) ? text.replaceAll(HARD_SPACE, ' ').replaceAll(INVISIBLE, '').trim() : text;
}

const FORMULA_TEXT = /^="((?:[^"]|"")*)"$/;
/** Dutch names begin with it: 's-Hertogenbosch, 't Harde. A text between two apostrophes is a quotation. */
const NO_MARK = /^'(?:[kmnrst][ -]|.*'$|$)/i;

/** The text that a spreadsheet marks as text: '02138 and ="02138" are 02138. Null without a mark. */
export function withoutTextMark(cell: string): string | null {
  const first = cell.charCodeAt(0);
  if (first === APOSTROPHE) return NO_MARK.test(cell) ? null : cell.slice(1).trim();
  return first === EQUALS ? (FORMULA_TEXT.exec(cell)?.[1]?.replaceAll('""', '"').trim() ?? null) : null;
}

const [APOSTROPHE, EQUALS, ASTERISK, ZERO, NINE] = [0x27, 0x3d, 0x2a, 0x30, 0x39];

/** Searched for by itself: a pattern that also matches the number before it tries each length of a row of spaces. */
const FOOTNOTE = /(?:\*{1,3}|[†‡§¹²³]{1,2}|\(\*\))$/u;
/** A sign, a mark of money, groups of digits, a mark of money or a percent sign. */
const LIKE_NUMBER = /^[+\-−]?(?:\s*(?:\p{Sc}|[A-Z]{3}))?\s*\d+(?:[.,'’\s]\d+)*\s*(?:%|\p{Sc}|[A-Z]{3})?$/u;

/** The number before a footnote mark: '12*' is 12. Null for other cells. */
function withoutFootnote(cell: string): string | null {
  const last = cell.charCodeAt(cell.length - 1);
  if (last >= ZERO && last <= NINE) return null;
  if (last !== ASTERISK && last < 0x80 && !cell.endsWith('*)')) return null;
  const end = cell.search(FOOTNOTE);
  const number = cell.slice(0, Math.max(end, 0)).trimEnd();
  return LIKE_NUMBER.test(number) ? number : null;
}

/**
 * Finds the marks to take off the cells of a column: invisible characters of each cell; text marks of spreadsheets where at least 90% of
 * the filled cells have one; footnote marks of numbers where at least half of the filled cells are numbers without one. Null where nothing
 * is.
 * Example: ''02138' and ''10001': 02138 and 10001.
 *
 * @param categories distinct cells, '' = blank
 * @param leads leads per category
 */
export function findCellChanges(categories: readonly string[], leads: Uint32Array): CellChanges | null {
  if (!haveMark(categories)) return null;
  const values = new Map<string, string>();
  const found: CellChanges['found'][number][] = [];
  let texts = categories;
  const add = (mark: CellMark, change: (text: string) => string | null) => {
    let count = 0;
    const changes: { cell: string; value: string }[] = [];
    texts = categories.map((cell, code) => {
      // The `!` here: one per code.
      const text = texts[code]!;
      const value = change(text);
      if (value === null || value === text) return text;
      values.set(cell, value);
      count += leads[code]!;
      changes.push({ cell, value });
      return value;
    });
    const [first] = changes;
    if (first) found.push({ mark, leads: count, ...first });
  };
  if (categories.some((text) => ODD.test(text))) add('invisible', withoutInvisible);
  if (hasShare(texts, leads, MIN_MARKED_PERCENT, (text) => withoutTextMark(text) !== null))
    add('text', withoutTextMark);
  if (haveFootnotes(texts, leads)) add('footnote', withoutFootnote);
  return found.length > 0 ? { values, found } : null;
}

/** Each mark has one of these signs, or one of them at its beginning. */
const SIGNS = new RegExp(String.raw`^['=]|[*†‡§¹²³]|${ODD.source}`, 'm');

/** Whether a cell has a mark; whether it comes off depends on the whole column. */
export function haveMark(cells: readonly string[]): boolean {
  // Nearly no column has a sign, which one look at all of its cells tells.
  return (
    SIGNS.test(cells.join('\n')) &&
    cells.some((cell) => ODD.test(cell) || withoutTextMark(cell) !== null || withoutFootnote(cell) !== null)
  );
}

function haveFootnotes(texts: readonly string[], leads: Uint32Array): boolean {
  return (
    texts.some((text) => withoutFootnote(text) !== null) &&
    hasShare(texts, leads, MIN_NUMBERS_PERCENT, (text) => LIKE_NUMBER.test(text))
  );
}

/** Whether at least this percentage of the filled cells is of a kind. */
function hasShare(
  texts: readonly string[],
  leads: Uint32Array,
  percent: number,
  isOfKind: (text: string) => boolean,
): boolean {
  let [filled, ofKind] = [0, 0];
  for (let code = 0; code < texts.length; code++) {
    const text = texts[code]!; // below the length
    if (text === '') continue;
    filled += leads[code]!; // one per category
    if (isOfKind(text)) ofKind += leads[code]!;
  }
  return filled > 0 && 100 * ofKind >= percent * filled;
}
