import { writeFileSync } from 'node:fs';
import { formatted, writeWorkbook, type Cell } from '../../support/xlsx-files.ts';
import type { FileShape } from './generate.ts';
import { createRandom } from './random.ts';

const SEED = 20_261_124;
/** 1900-01-01 is day 1, and Excel has a 29 February in that year. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;
const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

/** Writes a spreadsheet as Excel does: texts are shared, numbers are numbers, times are days with a format. */
export function generateWorkbook({ columns, rows }: FileShape, path: string): void {
  const random = createRandom(SEED);
  const cells = Array.from({ length: rows }, (_, row) =>
    columns.map(({ make }) => toCell(make(random, row))),
  );
  const sheet = { name: 'Leads', rows: [columns.map(({ header }) => header), ...cells] };
  writeFileSync(path, writeWorkbook({ sheets: [sheet] }));
}

function toCell(text: string): Cell {
  if (text === '') return null;
  if (ISO_TIME.test(text))
    return formatted((Date.parse(`${text}Z`) - DAY_ZERO) / DAY_MS, 'yyyy-mm-dd hh:mm:ss');
  return /^\d+$/.test(text) ? Number(text) : text;
}
