import { MAX_COLUMNS, MIN_COLUMNS } from '#contract/limits.ts';
import type { FinishedUpload } from '#worker/db/uploads.ts';
import { tooLarge } from '#worker/errors.ts';
import { DatasetChecker } from '#worker/streams/dataset-checker.ts';
import type { Upload } from './upload.ts';

const LINE_FEED = 0x0a;
const LINE_END = new Uint8Array([LINE_FEED]);

/** The most that a dataset may have, and what is said when it has more. */
export interface SizeLimit {
  maxBytes: number;
  message: string;
}

/** A dataset on its way into the database: checked line by line, stored without a line end after the last line. */
export class DatasetUpload {
  readonly #upload: Upload;
  readonly #limit: SizeLimit;
  readonly #checker = new DatasetChecker({ min: MIN_COLUMNS, max: MAX_COLUMNS });
  #bytes = 0;
  #endsLine = false;

  constructor(upload: Upload, limit: SizeLimit) {
    this.#upload = upload;
    this.#limit = limit;
  }

  /** Takes any stretch of the dataset's lines. */
  async write(chunk: Uint8Array): Promise<void> {
    if (chunk.length === 0) return;
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limit.maxBytes) throw tooLarge(this.#limit.message);
    this.#checker.check(chunk);
    if (this.#endsLine) await this.#upload.write(LINE_END);
    this.#endsLine = chunk.at(-1) === LINE_FEED;
    await this.#upload.write(this.#endsLine ? chunk.subarray(0, -1) : chunk);
  }

  async finish(): Promise<FinishedUpload> {
    this.#checker.finish();
    return await this.#upload.finish();
  }
}
