import { sampleColumn } from './code-column.ts';
import { findBlanks } from './find-blanks.ts';
import type { Table } from './table.ts';

export interface ColumnSample {
  /** The first distinct texts, blanks aside. */
  samples: string[];
  hasBlanks: boolean;
}

/** The first `limit` distinct texts of every column, and whether any of its cells is blank. */
export function sampleColumns(table: Table, limit: number): ColumnSample[] {
  const hasBlanks = table.compiled?.findBlanks() ?? findBlanks(table);
  return table.headers.map((_, column) => ({
    samples: sampleColumn(table, column, limit),
    hasBlanks: hasBlanks[column] === 1,
  }));
}
