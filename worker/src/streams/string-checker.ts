const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const FIRST_PRINTABLE = 0x20;
// The characters that may follow a backslash: " / \ b f n r t
const ESCAPED = new Set([0x22, 0x2f, 0x5c, 0x62, 0x66, 0x6e, 0x72, 0x74]);

const isHex = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);

/** Checks JSON strings byte by byte, starting after the opening quote. A string may span several chunks. */
export class StringChecker {
  #isEscaped = false;
  #hexLeft = 0;
  #isOpen = false;

  get isOpen(): boolean {
    return this.#isOpen;
  }

  open(): void {
    this.#isOpen = true;
  }

  /**
   * Reads on to the end of the string or of the chunk and returns the position after it.
   *
   * @throws Error whose message names the problem
   */
  read(chunk: Uint8Array, start: number): number {
    for (let at = start; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0; // always there
      if (this.#hexLeft > 0 || this.#isEscaped) this.#readEscape(byte);
      else if (byte === QUOTE) {
        this.#isOpen = false;
        return at + 1;
      } else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte < FIRST_PRINTABLE) throw new Error('a control character');
    }
    return chunk.length;
  }

  #readEscape(byte: number): void {
    if (this.#hexLeft > 0) {
      if (!isHex(byte)) throw new Error('a wrong escape');
      this.#hexLeft--;
      return;
    }
    this.#isEscaped = false;
    if (byte === LETTER_U) this.#hexLeft = 4;
    else if (!ESCAPED.has(byte)) throw new Error('a wrong escape');
  }
}
