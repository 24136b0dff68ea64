import { MAX_INLINE_DATASET_BYTES } from '#contract/limits.ts';
import type { FinishedUpload } from '#worker/db/uploads.ts';
import { invalidInput, tooLarge } from '#worker/errors.ts';
import { DatasetUpload } from './dataset-upload.ts';
import type { Upload } from './upload.ts';

const TOO_LARGE =
  'headers and rows together are larger than 16 MiB. Save with datasetFollows, then send the dataset by PUT /api/analyses/{id}/dataset.';

/** Headers and rows inside the JSON of a save. Rows that come before their headers wait for them. */
export class InlineDataset {
  readonly #dataset: DatasetUpload;
  #hasHeaders = false;
  #hasRows = false;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;

  constructor(upload: Upload) {
    this.#dataset = new DatasetUpload(upload, { maxBytes: MAX_INLINE_DATASET_BYTES, message: TOO_LARGE });
  }

  async headers(line: Uint8Array): Promise<void> {
    this.#hasHeaders = true;
    await this.#dataset.writeLine(line);
    for (const row of this.#waiting) await this.#dataset.writeLine(row);
    this.#waiting = [];
  }

  async row(line: Uint8Array): Promise<void> {
    this.#hasRows = true;
    if (this.#hasHeaders) return await this.#dataset.writeLine(line);
    this.#waitingBytes += line.length;
    if (this.#waitingBytes > MAX_INLINE_DATASET_BYTES) throw tooLarge(TOO_LARGE);
    this.#waiting.push(line.slice());
  }

  /** The dataset, or null where there is none. */
  async finish(): Promise<FinishedUpload | null> {
    if (!this.#hasHeaders && !this.#hasRows) return null;
    if (!this.#hasHeaders || !this.#hasRows) {
      throw invalidInput('analysisData needs headers and rows together, or neither');
    }
    return await this.#dataset.finish();
  }
}
