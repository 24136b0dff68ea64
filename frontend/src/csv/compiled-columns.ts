import type { CodedTexts } from './code-column.ts';
import { MARGIN, align, type StartedProgram } from './compiled-program.ts';

const ENTRY_BYTES = Uint32Array.BYTES_PER_ELEMENT;
/** Rows per call of the program: a browser goes on to faster code at the next call only. */
const ROWS_PER_CALL = 8192;
/** Slots of a hash table that is being filled: at most four per text, and so many at first. */
const FIRST_SLOTS = 512;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

interface Size {
  rowCount: number;
  columnCount: number;
  /** Bytes of the file: more than the texts of any column have. */
  length: number;
}

/** Where the lists that coding needs lie, one after the other. */
function placeLists(from: number, { rowCount, columnCount, length }: Size) {
  let end = from;
  const place = (bytes: number): number => {
    const at = end;
    end = align(at + bytes);
    return at;
  };
  const list = () => place(ENTRY_BYTES * rowCount);
  return {
    codes: list(),
    ends: list(),
    units: list(),
    leads: list(),
    hashes: list(),
    slots: place(ENTRY_BYTES * (4 * rowCount + FIRST_SLOTS)),
    hasBlanks: place(columnCount),
    texts: place(length + MARGIN),
    end,
  };
}

/** Bytes of memory that the columns of such a table need. */
export function bytesForColumns(size: Size): number {
  return placeLists(0, size).end;
}

/** The columns of a table whose file and index lie in the memory of a program. */
export class CompiledColumns {
  readonly #started: StartedProgram;
  readonly #size: Size;
  readonly #places: ReturnType<typeof placeLists>;

  constructor(started: StartedProgram, from: number, size: Size) {
    this.#started = started;
    this.#size = size;
    this.#places = placeLists(from, size);
  }

  /** As `findBlanks` of find-blanks.ts. */
  findBlanks(): Uint8Array {
    const { memory, program } = this.#started;
    const { rowCount, columnCount } = this.#size;
    const { hasBlanks, texts } = this.#places;
    const found = new Uint8Array(memory.buffer, hasBlanks, columnCount).fill(0);
    for (let row = 0; row < rowCount; row += ROWS_PER_CALL) {
      program.findBlanks(row, Math.min(row + ROWS_PER_CALL, rowCount), columnCount, hasBlanks, texts);
    }
    return found.slice();
  }

  /** As `codeRows` of code-column.ts. */
  codeRows(column: number, most: number): CodedTexts & { isWhole: boolean } {
    const { program } = this.#started;
    const { rowCount } = this.#size;
    const { codes, texts, ends, units, leads, hashes, slots } = this.#places;
    program.clearDictionary(texts, ends, units, leads, hashes, slots);
    const limit = Math.min(most, rowCount);
    let row = 0;
    let isWhole = true;
    while (row < rowCount && isWhole) {
      const to = Math.min(row + ROWS_PER_CALL, rowCount);
      row = program.codeRows(column, row, to, codes, limit);
      isWhole = row === to;
    }
    const size = program.size.value;
    return {
      codes: this.#copy(codes, isWhole ? rowCount : 0),
      leads: this.#copy(leads, size),
      categories: this.#texts(size),
      isWhole,
    };
  }

  #copy(list: number, length: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#started.memory.buffer, list, length).slice();
  }

  /** The text of every code. Decodes all of them together, and cuts. */
  #texts(size: number): string[] {
    const { buffer } = this.#started.memory;
    const { texts, ends, units } = this.#places;
    const bytes = new Uint32Array(buffer, ends, size).at(-1) ?? 0;
    const all = decoder.decode(new Uint8Array(buffer, texts, bytes));
    let from = 0;
    return Array.from(new Uint32Array(buffer, units, size), (to) => {
      const text = all.slice(from, to);
      from = to;
      return text;
    });
  }
}
