import type { CodedTexts } from './code-column.ts';
import { placesForCoding, placesForCombinations, type TableSize } from './compiled-places.ts';
import type { StartedProgram } from './compiled-program.ts';

/** Rows per call of the program: a browser goes on to faster code at the next call only. */
const ROWS_PER_CALL = 8192;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

interface Coded {
  codes: Uint32Array;
  categories: readonly string[];
}

export interface CountedCombinations {
  /** One list per column, with the code of each combination. */
  codes: Uint32Array<ArrayBuffer>[];
  leads: Uint32Array<ArrayBuffer>;
  flagged: Uint32Array<ArrayBuffer>;
}

/** The columns of a table whose file and index lie in the memory of a program. */
export class CompiledColumns {
  readonly #started: StartedProgram;
  readonly #size: TableSize;
  readonly #places: ReturnType<typeof placesForCoding>;
  readonly #countPlaces: ReturnType<typeof placesForCombinations>;

  constructor(started: StartedProgram, from: number, size: TableSize) {
    this.#started = started;
    this.#size = size;
    this.#places = placesForCoding(from, size);
    this.#countPlaces = placesForCombinations(from, size);
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

  /**
   * Rows per combination of codes that occurs, in order of first appearance, and how many of them have a flag.
   *
   * @param columns one to three, each with one code per row
   * @param flags 0 or 1 per row
   */
  countCombinations(columns: readonly Coded[], flags: Uint8Array): CountedCombinations {
    const { memory, program } = this.#started;
    const { rowCount } = this.#size;
    const { firstRows, leads, flagged, slots, ...places } = this.#countPlaces;
    const lists = places.codes.map((list, index) => {
      const column = columns[index];
      if (column) new Uint32Array(memory.buffer, list, rowCount).set(column.codes);
      return column ? list : places.codes[0];
    });
    const [a = 0, b = 0, c = 0] = lists;
    new Uint8Array(memory.buffer, places.flags, rowCount).set(flags);
    const most = columns.reduce((product, { categories }) => product * categories.length, 1);
    const slotCount = 2 ** Math.ceil(Math.log2(2 * Math.min(most, rowCount) + 1));
    program.clearCombinations(firstRows, leads, flagged, slots, slotCount);
    for (let row = 0; row < rowCount; row += ROWS_PER_CALL) {
      program.countCombinations(row, Math.min(row + ROWS_PER_CALL, rowCount), a, b, c, places.flags);
    }
    const count = program.combinationCount.value;
    return {
      codes: columns.map((_, index) => {
        program.pickCodes(lists[index]!, slots); // a list per column
        return this.#copy(slots, count);
      }),
      leads: this.#copy(leads, count),
      flagged: this.#copy(flagged, count),
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
    const textEnds = new Uint32Array(buffer, units, size);
    const cut: string[] = [];
    let from = 0;
    for (let code = 0; code < size; code++) {
      const to = textEnds[code]!; // below size
      cut.push(all.slice(from, to));
      from = to;
    }
    return cut;
  }
}
