/** An answer that is no JSON, or not whole. */
export class NoRows extends Error {
  override readonly name = 'NoRows';
}

const [QUOTE, COMMA, OPENING, BACKSLASH, CLOSING, OPENING_BRACE, CLOSING_BRACE] = [
  34, 44, 91, 92, 93, 123, 125,
];
/** A row is a list in the list `values` of the one object. */
const ROW_DEPTH = 3;
/** Around its rows an answer has a range and an order. */
const MAX_AROUND = 64 * 1024;

/**
 * The rows of Google's answer with the cells of a tab, some at a time as they come: parsed whole, an answer would take several times the
 * memory of its cells.
 *
 * @param texts the answer, in parts of any size
 * @throws NoRows
 */
export async function* readAnsweredRows(texts: AsyncIterable<string>): AsyncGenerator<readonly unknown[]> {
  const scanner = new RowScanner();
  for await (const text of texts) {
    const rows = scanner.take(text);
    if (rows.length > 0) yield parse(`[${rows.join(',')}]`) as unknown[]; // it is in brackets
  }
  parse(scanner.around);
}

/** Finds the texts of the rows. All else that it checks is that brackets match: each text is parsed afterwards. */
class RowScanner {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  #row: string[] = [];
  /** The answer without its rows. */
  around = '';

  /** Takes the next part of the answer, and returns the rows that end in it. */
  take(part: string): string[] {
    const rows: string[] = [];
    let from = 0;
    for (let at = 0; at < part.length; at++) {
      const change = this.#read(part.charCodeAt(at));
      if (change === 'begin') {
        this.#keepAround(part.slice(from, at));
        from = at;
      } else if (change === 'end') {
        this.#row.push(part.slice(from, at + 1));
        rows.push(this.#row.join(''));
        this.#row = [];
        from = at + 1;
      } else if (change === 'between') {
        this.#keepAround(part.slice(from, at));
        from = at + 1;
      }
    }
    if (this.#depth >= ROW_DEPTH) this.#row.push(part.slice(from));
    else this.#keepAround(part.slice(from));
    return rows;
  }

  #keepAround(text: string): void {
    this.around += text;
    if (this.around.length > MAX_AROUND) throw new NoRows();
  }

  #read(code: number): 'begin' | 'end' | 'between' | null {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (this.#isInText) {
      if (code === QUOTE) this.#isInText = false;
      this.#isEscaped = code === BACKSLASH;
    } else if (code === QUOTE) this.#isInText = true;
    else if (code === OPENING || code === OPENING_BRACE) return ++this.#depth === ROW_DEPTH ? 'begin' : null;
    else if (code === CLOSING || code === CLOSING_BRACE) return this.#depth-- === ROW_DEPTH ? 'end' : null;
    else if (code === COMMA && this.#depth === ROW_DEPTH - 1) return 'between';
    return null;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NoRows();
  }
}
