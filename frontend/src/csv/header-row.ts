import { NUMBER_PATTERN } from './number-pattern.ts';
import type { HeadRecord } from './records.ts';
import { usualCount } from './usual-count.ts';

/** More lines than this above a header are no title block. */
const MAX_PREAMBLE = 20;

/**
 * Which of the first records is the header: its index, from 0.
 * It is the first one unless title lines clearly stand above another: each of them has at most half the cells of a usual
 * record (or, padded to full width, at most a quarter of them filled), and the record below looks like column names.
 * A wrong guess would turn a lead into a header, so every doubt decides for the first record.
 */
export function findHeaderRow(records: readonly HeadRecord[]): number {
  const width = usualCount(records.map((record) => record.width - 1)) + 1;
  const header = records.findIndex((record) => !isTitleLine(record, width));
  if (header <= 0 || header > MAX_PREAMBLE) return 0;
  return looksLikeHeader(records, header, width) ? header : 0;
}

function isTitleLine(record: HeadRecord, usual: number): boolean {
  const filled = countFilled(record);
  if (record.width <= usual / 2) return filled <= usual / 2;
  return filled <= usual / 4;
}

/** A name for nearly every column, no numbers, and no cell that the rows below have as a value. */
function looksLikeHeader(records: readonly HeadRecord[], index: number, usual: number): boolean {
  const record = records[index]!; // found by the caller
  if (countFilled(record) < 0.75 * usual) return false;
  const below = records.slice(index + 1);
  return record.cells.every((cell, column) => {
    if (cell === '') return true;
    return !NUMBER_PATTERN.test(cell) && below.every((row) => row.cells[column] !== cell);
  });
}

function countFilled(record: HeadRecord): number {
  return record.cells.filter((cell) => cell !== '').length;
}
