import type { JsonPath } from './json-frame.ts';

const PIECE_CHARACTERS = 64 * 1024;

/**
 * Writes JSON text piece by piece, putting keys and commas where a path needs them. The root container is left to the
 * caller: what is written are the members inside of it.
 */
export class JsonEmitter {
  readonly #write: (bytes: Uint8Array) => Promise<void>;
  readonly #encoder = new TextEncoder();
  #text = '';
  #isFirst = true;

  constructor(write: (bytes: Uint8Array) => Promise<void>) {
    this.#write = write;
  }

  /** Begins a list or an object under the last key of its path. */
  async open(path: JsonPath, isList: boolean): Promise<void> {
    await this.#put(this.#lead(path) + (isList ? '[' : '{'));
    this.#isFirst = true;
  }

  async close(isList: boolean): Promise<void> {
    await this.#put(isList ? ']' : '}');
    this.#isFirst = false;
  }

  async value(path: JsonPath, value: unknown): Promise<void> {
    await this.#put(this.#lead(path) + JSON.stringify(value));
    this.#isFirst = false;
  }

  async finish(): Promise<void> {
    await this.#write(this.#encoder.encode(this.#text));
    this.#text = '';
  }

  #lead(path: JsonPath): string {
    const key = path.at(-1);
    const comma = this.#isFirst ? '' : ',';
    return typeof key === 'string' ? `${comma}${JSON.stringify(key)}:` : comma;
  }

  async #put(text: string): Promise<void> {
    this.#text += text;
    if (this.#text.length >= PIECE_CHARACTERS) await this.finish();
  }
}
