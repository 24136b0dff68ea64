import { textsOf } from '#frontend/csv/google-sheet.ts';
import { headerLine, plainLine } from '#frontend/csv/quote.ts';
import { HeldFile, type ReceivedFile } from './held-file.ts';

const [QUOTE, LINE_FEED] = [0x22, 0x0a];

/** From this byte on rows have this many cells. */
interface Width {
  from: number;
  cells: number;
}

/**
 * Collects the rows of a sheet as a CSV file, as `writeSheet` writes it in the browser. Google leaves out empty cells at the end of a row:
 * each row gets those that the widest has. A row that is wider than all before is rare, and the rows before it are filled up in the end.
 */
export class SheetFile {
  #file = new HeldFile();
  readonly #encoder = new TextEncoder();
  readonly #widths: Width[] = [{ from: 0, cells: 1 }];
  #hasText = false;

  /** @throws TooLarge, OutOfMemory */
  async add(rows: readonly unknown[]): Promise<void> {
    let lines = '';
    for (const row of rows) {
      const cells = textsOf(row);
      this.#hasText ||= cells.some((cell) => cell.trim() !== '');
      if (cells.length > this.#width) {
        await this.#write(lines);
        lines = '';
        this.#widths.push({ from: this.#file.bytes, cells: cells.length });
      }
      const isFirst = this.#file.bytes === 0 && lines === '';
      while (cells.length < this.#width) cells.push('');
      lines += isFirst ? headerLine(cells) : plainLine(cells);
    }
    await this.#write(lines);
  }

  get #width(): number {
    return this.#widths.at(-1)!.cells; // there is always one
  }

  #write(lines: string): Promise<void> {
    return this.#file.add(this.#encoder.encode(lines));
  }

  /** The file; null if no cell has a text. */
  async finish(): Promise<ReceivedFile | null> {
    if (!this.#hasText) return null;
    const received = await this.#file.finish();
    const [, first] = this.#widths;
    // Without a first row before it, the width that counts from the start is that of the first row.
    const widths = first?.from === 0 ? this.#widths.slice(1) : this.#widths;
    return widths.length > 1 ? await this.#fillUp(received, widths) : received;
  }

  async #fillUp({ pieces }: ReceivedFile, widths: readonly Width[]): Promise<ReceivedFile> {
    const filled = new HeldFile();
    const filler = new Filler(widths);
    const narrow = this.#file;
    this.#file = filled;
    try {
      for (let piece = pieces.shift(); piece; piece = pieces.shift())
        for (const part of filler.fill(piece)) await filled.add(part);
    } finally {
      narrow.forget();
    }
    return await filled.finish();
  }

  forget(): void {
    this.#file.forget();
  }
}

/** Adds empty cells to the rows that are narrower than the last one. */
class Filler {
  readonly #widths: readonly Width[];
  readonly #ends: { plain: Uint8Array; first: Uint8Array }[];
  #at = 0;
  #position = 0;
  #isQuoted = false;
  #isFirst = true;

  constructor(widths: readonly Width[]) {
    const encoder = new TextEncoder();
    const widest = widths.at(-1)?.cells ?? 0;
    this.#widths = widths;
    this.#ends = widths.map(({ cells }) => ({
      plain: encoder.encode(','.repeat(widest - cells)),
      first: encoder.encode(',""'.repeat(widest - cells)),
    }));
  }

  *fill(piece: Uint8Array): Generator<Uint8Array> {
    let from = 0;
    for (let at = 0; at < piece.length && this.#at < this.#widths.length - 1; at++, this.#position++) {
      if (piece[at] === QUOTE) this.#isQuoted = !this.#isQuoted;
      if (piece[at] !== LINE_FEED || this.#isQuoted) continue;
      while (this.#position >= (this.#widths[this.#at + 1]?.from ?? Infinity)) this.#at++;
      const { plain, first } = this.#ends[this.#at]!; // there is one for each width
      yield piece.subarray(from, at);
      yield this.#isFirst ? first : plain;
      this.#isFirst = false;
      from = at;
    }
    yield piece.subarray(from);
  }
}
