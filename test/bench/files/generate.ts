import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import type { CellMaker } from './cells.ts';
import { createRandom, type Random } from './random.ts';

const SEED = 20_261_121;
const ROWS_PER_WRITE = 5000;

/** A file to be made: how many rows, and how the cell of each column comes about. */
export interface FileShape {
  name: string;
  rows: number;
  columns: readonly { header: string; make: CellMaker; isQuoted?: boolean }[];
}

/** Writes a file that is the same in every byte for the same shape. Answers with its size in bytes. */
export function generateFile(shape: FileShape, path: string): number {
  const random = createRandom(SEED);
  const file = openSync(path, 'w');
  writeSync(file, `${shape.columns.map(({ header }) => header).join(',')}\n`);
  for (let row = 0; row < shape.rows; row += ROWS_PER_WRITE) {
    writeSync(file, makeRows(shape, random, [row, Math.min(row + ROWS_PER_WRITE, shape.rows)]));
  }
  closeSync(file);
  return statSync(path).size;
}

function makeRows(shape: FileShape, random: Random, [from, to]: readonly [number, number]): string {
  let text = '';
  for (let row = from; row < to; row++) {
    const cells = shape.columns.map(({ make, isQuoted }) => {
      const cell = make(random, row);
      return isQuoted ? `"${cell.replaceAll('"', '""')}"` : cell;
    });
    text += `${cells.join(',')}\n`;
  }
  return text;
}
