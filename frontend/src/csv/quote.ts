/** The text of a cell, in quotes as in RFC 4180 where it holds something special. */
export function quoteWhere(special: RegExp, text: string): string {
  return special.test(text) ? quote(text) : text;
}

/** A line of CSV that gives back the very texts when it is read: nothing guards against formulas, as in `writeCsv`. */
export function plainLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoteWhere(/[",\r\n]/, cell)).join(',')}\n`;
}

/** Such a line with every cell in quotes, for the first line: a header such as 'sep=;' is then read as a header. */
export function headerLine(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\n`;
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
