/** One code per row, and the text of each code. */
export interface RowCodes {
  codes: Uint32Array;
  categories: readonly string[];
}

/**
 * A column as it was read: the texts in order of first appearance, '' for the blank, and how many rows have each
 * code.
 */
export interface CodedTexts extends RowCodes {
  leads: Uint32Array;
}

/** Rows per combination of codes that occurs, in order of first appearance. */
export interface CountedCombinations {
  /** One list per column, with the code of each combination. */
  codes: Uint32Array[];
  leads: Uint32Array;
  /** How many of its rows have a flag. */
  flagged: Uint32Array;
}

/** A file that was read. Its cells are trimmed and without quotes; a cell that a short row lacks is ''. */
export interface FileTable {
  /** One name per column, unique and never empty. */
  readonly headers: string[];
  readonly rowCount: number;
  /** The rows in [from, to) that exist, each with one text per column. */
  readRows(from: number, to: number): string[][];
  /**
   * Codes the first rows of a column, all where `rows` is absent, until it has more than `most` texts. Then `isWhole` is
   * false and only the categories can be used.
   */
  codeRows(column: number, most: number, rows?: number): CodedTexts & { isWhole: boolean };
  /** 1 for each column that has a blank cell, else 0. */
  findBlanks(): Uint8Array;
  /**
   * The numbers from `least`, above 0, on of the rows with a flag, where every cell of a column with digits is a number and
   * nothing else: a sign, up to 15 digits and a point. Null where a cell is anything else. Missing where the table has no
   * quick way to do it.
   */
  readNumbers?(column: number, flags: Uint8Array, least: number): PlainNumbers | null;
  /** Counts rows per cell of a crosstab; flags are 0 or 1 per row. Null and missing as for `sumCrosstab`. */
  countCrosstab?(flags: Uint8Array, table: RowCrosstab): RowCrosstabCounts | null;
  /**
   * Sums numbers of some rows per cell of a crosstab, for each cap: larger numbers count as the cap. Null where memory is
   * short. Missing where the table has no quick way to do it.
   */
  sumCrosstab?(numbers: NumberedRows, table: RowCrosstab, caps: readonly number[]): RowCrosstabSums[] | null;
  /**
   * Counts rows per combination of one to three columns; flags are 0 or 1 per row. Missing where the table has no
   * quick way to do it.
   */
  countCombinations?(columns: readonly RowCodes[], flags: Uint8Array): CountedCombinations;
}

export interface PlainNumbers {
  /** In the order of the file. */
  rows: Uint32Array;
  numbers: Float64Array;
  /** How many other rows with a flag have a number below 0, a blank or a number below the least, or no number. */
  negative: number;
  empty: number;
  unreadable: number;
  /** Whether there are points in the column, and whether all of them may separate thousands: '1.200' has such a point, '0.5' has not. */
  points: 'none' | 'unclear' | 'decimal';
}

/** Rows in ascending order, with a number above 0 each. */
export interface NumberedRows {
  items: Uint32Array;
  amounts: Float64Array;
}

/** A cell for each position of a column, or for each two positions of two columns. */
export interface RowCrosstab {
  sides: readonly [RowCrosstabSide, RowCrosstabSide?];
  /** The first side begins at this position, and has `count` positions from there on. */
  from: number;
}

/** A column with a code per row, and for each code its position on its side of the table. */
interface RowCrosstabSide {
  codes: Uint32Array;
  /** From 0; codes that are left out have a position behind all others. */
  positionOf: Uint32Array;
  count: number;
}

/** Per cell, row by row. */
export interface RowCrosstabCounts {
  rows: Uint32Array;
  /** How many of them have a flag. */
  flagged: Uint32Array;
}

export interface RowCrosstabSums {
  sums: Float64Array;
  sumsOfSquares: Float64Array;
  /** The largest number, 0 where there is none. */
  largest: Float64Array;
}

export interface ColumnSample {
  /** The first distinct texts other than the blank. */
  samples: string[];
  hasBlanks: boolean;
}

/** One column, coded. Cells of the same text have the same code, however they are quoted or padded in the file. */
export function codeColumn(table: FileTable, column: number): CodedTexts {
  const { codes, categories, leads } = table.codeRows(column, Infinity);
  return { codes, categories, leads };
}

/**
 * The same for a column that has at most `limit` distinct texts besides the blank, else null. A column of more texts
 * is not read to its end.
 */
export function codeSmallColumn(table: FileTable, column: number, limit: number): CodedTexts | null {
  // One more text may be the blank.
  const { codes, categories, leads, isWhole } = table.codeRows(column, limit + 1);
  return isWhole && withoutBlank(categories).length <= limit ? { codes, categories, leads } : null;
}

/**
 * Samples of every column, at most `limit` texts of each.
 *
 * @param known the first texts of each column, more than `limit` or all, where they are known already
 */
export function sampleColumns(
  table: FileTable,
  limit: number,
  known: readonly (readonly string[])[] = [],
): ColumnSample[] {
  const hasBlanks = table.findBlanks();
  return table.headers.map((_, column) => {
    const texts = known[column] ?? table.codeRows(column, limit + 1).categories;
    return {
      samples: withoutBlank(texts.slice(0, limit + 1)).slice(0, limit),
      hasBlanks: hasBlanks[column] === 1,
    };
  });
}

function withoutBlank(categories: readonly string[]): string[] {
  return categories.filter((text) => text !== '');
}
