import { DATASET_TOO_LARGE } from '#contract/analyses.ts';
import { MAX_COLUMNS, MAX_DATASET_BYTES, MAX_ROW_BYTES, MIN_COLUMNS } from '#contract/limits.ts';
import type { FinishedUpload } from '#worker/db/uploads.ts';
import { invalidInput, tooLarge } from '#worker/errors.ts';
import { DatasetChecker, DatasetProblem } from '#worker/streams/dataset-checker.ts';
import type { Upload } from './uploads.ts';

const LINE_FEED = 0x0a;
const LINE_END = new Uint8Array([LINE_FEED]);

export const DATASET_LIMIT = { maxBytes: MAX_DATASET_BYTES, message: DATASET_TOO_LARGE };

/** Checks a dataset and stores it, without a line end after the last line. */
export class DatasetUpload {
  readonly #upload: Upload;
  readonly #checker = new DatasetChecker({
    minColumns: MIN_COLUMNS,
    maxColumns: MAX_COLUMNS,
    maxLineBytes: MAX_ROW_BYTES,
  });
  #bytes = 0;
  #endsLine = false;

  constructor(upload: Upload) {
    this.#upload = upload;
  }

  /** Takes the next bytes of the dataset; a chunk may end anywhere. */
  async write(chunk: Uint8Array): Promise<void> {
    if (chunk.length === 0) return;
    this.#bytes += chunk.length;
    if (this.#bytes > DATASET_LIMIT.maxBytes) throw tooLarge(DATASET_LIMIT.message);
    this.#judge(() => this.#checker.check(chunk));
    if (this.#endsLine) await this.#upload.write(LINE_END);
    this.#endsLine = chunk.at(-1) === LINE_FEED;
    await this.#upload.write(this.#endsLine ? chunk.subarray(0, -1) : chunk);
  }

  async finish(): Promise<FinishedUpload> {
    this.#judge(() => this.#checker.finish());
    return await this.#upload.finish();
  }

  #judge(check: () => void): void {
    try {
      check();
    } catch (error) {
      throw error instanceof DatasetProblem ? invalidInput(error.message) : error;
    }
  }
}
