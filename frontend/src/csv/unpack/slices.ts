import { MIB } from '#contract/limits.ts';
import type { ReadProgress } from '../intake.ts';

const SLICE_BYTES = MIB;

/** The progress of unpacking, in bytes of the packed file. Gives way to other work after about each MiB. */
export class Slices {
  readonly #fileBytes: number;
  readonly #onSlice: (progress: ReadProgress) => Promise<void> | void;
  #expected = 0;
  #done = 0;
  #told = 0;

  constructor(fileBytes: number, onSlice: (progress: ReadProgress) => Promise<void> | void) {
    this.#fileBytes = fileBytes;
    this.#onSlice = onSlice;
  }

  /** More bytes will be unpacked. To be called before they are. */
  expect(bytes: number): void {
    this.#expected += bytes;
  }

  /** Adds the bytes that were unpacked, and tells `onSlice` of the progress once per slice; the table has `rowsRead` rows by now. */
  async count(bytes: number, rowsRead: number): Promise<void> {
    this.#done += bytes;
    if (this.#done - this.#told < SLICE_BYTES) return;
    this.#told = this.#done;
    const share = Math.min(1, this.#done / Math.max(1, this.#expected));
    const bytesRead = Math.round(share * this.#fileBytes);
    await this.#onSlice({ bytesRead, bytesTotal: this.#fileBytes, rowsRead });
  }
}
