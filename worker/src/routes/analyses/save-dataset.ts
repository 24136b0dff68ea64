import type { Context } from 'hono';
import { DATASET_TOO_LARGE } from '#contract/analyses.ts';
import type { Saved } from '#contract/answers.ts';
import { MAX_COLUMNS, MAX_DATASET_BYTES, MAX_ROW_BYTES, MIN_COLUMNS } from '#contract/limits.ts';
import { replaceDataset } from '#worker/db/save-analysis.ts';
import type { FinishedUpload } from '#worker/db/uploads.ts';
import type { AppEnv } from '#worker/env.ts';
import { invalidInput, tooLarge } from '#worker/errors.ts';
import { readBody } from '#worker/middleware/request-body.ts';
import { SaveRefused } from '#worker/store/store.ts';
import { DatasetChecker, DatasetProblem } from '#worker/streams/dataset-checker.ts';
import { NotGzip, inflate } from '#worker/streams/gzip.ts';
import { chargeNetwork, explainRefusal, requireRoom } from './room.ts';
import { withUploads, type Upload } from './uploads.ts';

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

async function explain(c: Context<AppEnv>, id: string, error: unknown): Promise<unknown> {
  if (error instanceof SaveRefused) return await explainRefusal(c, id);
  return error instanceof NotGzip ? invalidInput('The dataset is not gzip, or not whole.') : error;
}

/**
 * `PUT /api/analyses/{id}/dataset`. Inflates, checks and compresses the dataset in steps of a few kilobytes and stores its
 * parts on the way. One transaction at the end puts them in the place of the old dataset. May be repeated.
 */
export async function saveDataset(c: Context<AppEnv>): Promise<Response> {
  const id = c.req.param('id') ?? ''; // the route has it
  await requireRoom(c, id);
  try {
    await withUploads(c, async (begin) => {
      const dataset = new DatasetUpload(begin('dataset'));
      for await (const chunk of inflate(readBody(c, DATASET_LIMIT))) await dataset.write(chunk);
      const text = await dataset.finish();
      await chargeNetwork(c, text.lastBytes);
      const target = { userId: c.get('owner').id, id };
      if (!(await replaceDataset(c.get('db'), target, text))) throw new SaveRefused();
    });
  } catch (error) {
    throw await explain(c, id, error);
  }
  return c.json({ id } satisfies Saved);
}
