import type { Context } from 'hono';
import type { Saved } from '#contract/answers.ts';
import { replaceDataset } from '#worker/db/save-analysis.ts';
import type { AppEnv } from '#worker/env.ts';
import { invalidInput } from '#worker/errors.ts';
import { readBody } from '#worker/middleware/request-body.ts';
import { SaveRefused } from '#worker/store/store.ts';
import { NotGzip, inflate } from '#worker/streams/inflate.ts';
import { DATASET_LIMIT, DatasetUpload } from './dataset-upload.ts';
import { chargeNetwork, explainRefusal, requireRoom } from './room.ts';
import { withUploads } from './uploads.ts';

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
