import type { Context } from 'hono';
import type { Saved } from '#contract/analyses.ts';
import { MAX_ANALYSES, MAX_DATASET_BYTES, MIB } from '#contract/limits.ts';
import { replaceDataset } from '#worker/db/save-analysis.ts';
import { countAnalyses, hasRecord } from '#worker/db/saved-analyses.ts';
import type { FinishedUpload } from '#worker/db/uploads.ts';
import type { AppEnv } from '#worker/env.ts';
import { analysisLimit, analysisNotFound, storageLimit } from '#worker/errors.ts';
import { inflate } from '#worker/streams/inflate.ts';
import { DatasetUpload } from './dataset-upload.ts';
import { readBody } from './request-body.ts';
import { Upload } from './upload.ts';
import { withUploads } from './with-uploads.ts';

const TOO_LARGE = {
  maxBytes: MAX_DATASET_BYTES,
  message: `This dataset is too large to save: more than ${MAX_DATASET_BYTES / MIB} MiB. Take out columns or rows that the analysis does not need, or keep the results with Export All.`,
};

async function readDataset(c: Context<AppEnv>, upload: Upload): Promise<FinishedUpload> {
  const dataset = new DatasetUpload(upload, TOO_LARGE);
  for await (const chunk of inflate(readBody(c, TOO_LARGE))) await dataset.write(chunk);
  return await dataset.finish();
}

/** Why a dataset was not taken. */
async function explainRefusal(c: Context<AppEnv>, id: string): Promise<Error> {
  const db = c.get('db');
  const userId = c.get('owner').id;
  if (!(await hasRecord(db, userId, id))) return analysisNotFound();
  const analyses = await countAnalyses(db, userId);
  return analyses >= MAX_ANALYSES ? analysisLimit() : storageLimit();
}

/**
 * `PUT /api/analyses/{id}/dataset`. Inflated, checked and compressed again in steps of a few kilobytes; its parts are
 * stored on the way, invisible, and take the place of the old dataset in one transaction. May be repeated.
 */
export async function saveDataset(c: Context<AppEnv>): Promise<Response> {
  const db = c.get('db');
  const userId = c.get('owner').id;
  const id = c.req.param('id') ?? ''; // the route has it
  if (!(await hasRecord(db, userId, id))) throw analysisNotFound();
  const upload = new Upload(db, userId, 'dataset');
  await withUploads(c, [upload], async () => {
    const text = await readDataset(c, upload);
    const isSaved = await replaceDataset(db, { userId, id }, { text, maxAnalyses: MAX_ANALYSES });
    if (!isSaved) throw await explainRefusal(c, id);
  });
  return c.json({ id } satisfies Saved);
}
