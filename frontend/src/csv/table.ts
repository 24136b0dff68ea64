import { CellCursor } from './cell-cursor.ts';
import type { CompiledColumns } from './compiled-columns.ts';

/** Where the cells of some rows lie in the bytes of a file. */
export interface RowIndex {
  /** The file, or its rows, as UTF-8. */
  bytes: Uint8Array;
  /** Start of each cell, row after row; each row ends with one entry more, so that cell `s` fills [starts[s], starts[s + 1] - 1). */
  starts: Uint32Array;
  /** First entry of each row in `starts`, and one after the last row. A row has at most one cell per column, maybe fewer. */
  rowStarts: Uint32Array;
  rowCount: number;
}

/** The index of a file that was read to its end. */
export interface FinishedIndex extends RowIndex {
  /** Its columns, where bytes and index lie in the memory of a compiled reader. */
  compiled: CompiledColumns | null;
}

/** A file that was read: rows stay bytes, and a cell becomes text when it is asked for. */
export interface Table extends FinishedIndex {
  /** One name per column, unique and never empty. */
  headers: string[];
  columnCount: number;
}

/** Moves freely over the cells of an index. A cell that a short row does not have is blank. */
export class TableCursor extends CellCursor {
  readonly #starts: Uint32Array;
  readonly #rowStarts: Uint32Array;

  constructor(index: RowIndex) {
    super(index.bytes);
    this.#starts = index.starts;
    this.#rowStarts = index.rowStarts;
  }

  moveTo(row: number, column: number): void {
    // The `!` here: rows and columns come from the table's own counts.
    const slot = this.#rowStarts[row]! + column;
    if (slot + 1 < this.#rowStarts[row + 1]!) this.locate(this.#starts[slot]!, this.#starts[slot + 1]! - 1);
    else this.locate(0, 0);
  }
}
