/** The text of a cell, in quotes as in RFC 4180 where it holds something special. */
export function quoteWhere(special: RegExp, text: string): string {
  return special.test(text) ? quote(text) : text;
}

/** A line of CSV that is read as the same texts again: unlike `writeCsv` it does not guard against formulas. */
export function plainLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoteWhere(/[",\r\n]/, cell)).join(',')}\n`;
}

/** The first line of a file, with every cell in quotes, so that a header such as 'sep=;' is read as a header. */
export function headerLine(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\n`;
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
