/**
 * Display names for the columns: the trimmed header cell; 'Column N' where it is empty; 'Source (2)' where an earlier
 * column has the name 'Source'. All names differ, and a header that occurs once stays as it is.
 */
export function nameHeaderCells(headerCells: readonly string[]): string[] {
  const taken = new Set(headerCells);
  const used = new Set<string>();
  return headerCells.map((cell, column) => {
    const wanted = cell === '' ? `Column ${column + 1}` : cell;
    const isFree = !used.has(wanted) && (cell !== '' || !taken.has(wanted));
    const name = isFree
      ? wanted
      : nextFreeName(wanted, (candidate) => taken.has(candidate) || used.has(candidate));
    used.add(name);
    return name;
  });
}

function nextFreeName(wanted: string, isTaken: (name: string) => boolean): string {
  let n = 2;
  while (isTaken(`${wanted} (${n})`)) n++;
  return `${wanted} (${n})`;
}

/**
 * The header for writing a file again: its cells as they were read, empty ones too. If the names were not made from these
 * cells, the names.
 * Example: cells 'Source', '', 'Source' with names 'Source', 'Column 2', 'Source (2)': the cells.
 */
export function headerAsWritten(cells: readonly string[], names: readonly string[]): readonly string[] {
  const made = nameHeaderCells(cells);
  const areSame = made.length === names.length && made.every((name, column) => name === names[column]);
  return areSame ? cells : names;
}
