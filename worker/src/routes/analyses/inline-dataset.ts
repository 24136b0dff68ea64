import { MAX_INLINE_DATASET_BYTES, MIB } from '#contract/limits.ts';
import type { FinishedUpload } from '#worker/db/uploads.ts';
import { invalidInput, tooLarge } from '#worker/errors.ts';
import { ByteBuffer } from '#worker/streams/byte-buffer.ts';
import { DatasetUpload } from './dataset-upload.ts';
import type { Upload } from './upload.ts';

const TOO_LARGE = `headers and rows together are larger than ${MAX_INLINE_DATASET_BYTES / MIB} MiB. Save with datasetFollows, then send the dataset by PUT /api/analyses/{id}/dataset.`;

const LINE_END = new Uint8Array([0x0a]);

/** Headers and rows inside the JSON of a save. Rows that come before their headers wait for them, unparsed. */
export class InlineDataset {
  readonly #dataset: DatasetUpload;
  readonly #waiting = new ByteBuffer();
  #hasHeaders = false;
  #hasRows = false;

  constructor(upload: Upload) {
    this.#dataset = new DatasetUpload(upload, { maxBytes: MAX_INLINE_DATASET_BYTES, message: TOO_LARGE });
  }

  async headers(line: Uint8Array): Promise<void> {
    this.#hasHeaders = true;
    await this.#dataset.write(line);
    await this.#dataset.write(LINE_END);
    await this.#dataset.write(this.#waiting.bytes);
  }

  async row(line: Uint8Array): Promise<void> {
    this.#hasRows = true;
    if (this.#hasHeaders) {
      await this.#dataset.write(line);
      return await this.#dataset.write(LINE_END);
    }
    if (this.#waiting.length + line.length >= MAX_INLINE_DATASET_BYTES) throw tooLarge(TOO_LARGE);
    this.#waiting.add(line);
    this.#waiting.add(LINE_END);
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
