import fc from 'fast-check';
import Papa from 'papaparse';
import { anyCharacter } from './any-character.ts';

/** A table of texts, and a well-formed file of it. */
export interface WrittenTable {
  file: string;
  delimiter: ',' | ';' | '\t' | '|';
  newline: '\n' | '\r\n' | '\r';
}

/** Characters that break CSV readers, and ordinary text of any script. */
const character = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...'aZ09 .-_äß€日🙂') },
  { weight: 3, arbitrary: fc.constantFrom(...',;\t|"\'\n\r \u00a0\u3000\ufeff\u0000\\=') },
  { weight: 1, arbitrary: anyCharacter },
);

const cellText = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '__proto__', 'constructor', '""', '"') },
  { weight: 4, arbitrary: fc.array(character, { maxLength: 12 }).map((parts) => parts.join('')) },
);

/** Rows of one width, so that the file is well-formed in the sense of RFC 4180. */
export const rectangle: fc.Arbitrary<string[][]> = fc
  .integer({ min: 2, max: 6 })
  .chain((width) =>
    fc.array(fc.array(cellText, { minLength: width, maxLength: width }), { minLength: 2, maxLength: 10 }),
  );

/** A well-formed file: quotes where they are needed and, by chance, where they are not. */
export const wellFormedFile: fc.Arbitrary<WrittenTable> = fc
  .record({
    rows: rectangle,
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    newline: fc.constantFrom('\n', '\r\n', '\r'),
    endsWithNewline: fc.boolean(),
    quoting: fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
  })
  .map(({ rows, delimiter, newline, endsWithNewline, quoting }) => {
    let cellNumber = 0;
    const lines = rows.map((row) =>
      row.map((cell) => writeCell(cell, delimiter, quoting[cellNumber++ % quoting.length]!)).join(delimiter),
    );
    return { file: lines.join(newline) + (endsWithNewline ? newline : ''), delimiter, newline };
  });

/** A header of `width` names above rows of any width, with blank lines between them. */
export const raggedFile: fc.Arbitrary<WrittenTable & { width: number }> = fc
  .record({
    width: fc.integer({ min: 2, max: 6 }),
    rows: fc.array(fc.array(cellText, { maxLength: 9 }), { minLength: 1, maxLength: 12 }),
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    newline: fc.constantFrom('\n', '\r\n', '\r'),
    quoting: fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
  })
  .map(({ width, rows, delimiter, newline, quoting }) => {
    let cellNumber = 0;
    const header = Array.from({ length: width }, (_, column) => `h${column}`).join(delimiter);
    const lines = rows.map((row) =>
      row.map((cell) => writeCell(cell, delimiter, quoting[cellNumber++ % quoting.length]!)).join(delimiter),
    );
    return { file: [header, ...lines, ''].join(newline), delimiter, newline, width };
  });

function writeCell(cell: string, delimiter: string, isQuoted: boolean): string {
  const needsQuotes = isQuoted || cell.includes(delimiter) || /["\r\n]/.test(cell);
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The trimmed cells of every row that PapaParse reads, without rows of empty cells; the first row is the header. */
export function readRaggedWithPapa({ file, delimiter, newline }: WrittenTable): string[][] {
  const parsed = Papa.parse<string[]>(file, { delimiter, newline, skipEmptyLines: 'greedy' });
  return parsed.data.map((row) => row.map((cell) => cell.trim()));
}

/** A file as PapaParse reads it: trimmed cells, rows of empty cells skipped, every row as wide as the first. */
export function readWithPapa(written: WrittenTable): string[][] {
  const [header = [], ...rows] = readRaggedWithPapa(written);
  return [header, ...rows.map((row) => header.map((_, column) => row[column] ?? ''))];
}
