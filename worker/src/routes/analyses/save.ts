import type { Context } from 'hono';
import { IDEMPOTENCY_HEADER, type Saved } from '#contract/analyses.ts';
import { MAX_ANALYSES, MAX_ANALYSIS_BYTES, MIB } from '#contract/limits.ts';
import { insertAnalysis } from '#worker/db/save-analysis.ts';
import { countAnalyses, findByKey, type AnalysisRow } from '#worker/db/saved-analyses.ts';
import type { FinishedUpload } from '#worker/db/uploads.ts';
import type { AppEnv } from '#worker/env.ts';
import { analysisLimit, invalidInput, storageLimit } from '#worker/errors.ts';
import { JsonWalker } from '#worker/streams/json-walker.ts';
import { readBody } from './request-body.ts';
import { SaveReader, type SaveTexts } from './save-reader.ts';
import { saveShape } from './save-shape.ts';
import { Upload } from './upload.ts';
import { withUploads } from './with-uploads.ts';

const KEY = /^[\x21-\x7e]{1,100}$/;
const TOO_LARGE = {
  maxBytes: MAX_ANALYSIS_BYTES,
  message: `This analysis is too large to save: more than ${MAX_ANALYSIS_BYTES / MIB} MiB. Choose attributes with fewer values, or keep the results with Export All.`,
};

function readKey(c: Context<AppEnv>): string | null {
  const key = c.req.header(IDEMPOTENCY_HEADER);
  if (key === undefined) return null;
  if (!KEY.test(key)) throw invalidInput(`${IDEMPOTENCY_HEADER} must be 1 to 100 visible characters`);
  return key;
}

async function readSave(c: Context<AppEnv>, reader: SaveReader): Promise<FinishedUpload[]> {
  const walker = new JsonWalker(saveShape);
  for await (const chunk of readBody(c, TOO_LARGE)) {
    for (const event of walker.push(chunk)) await reader.take(event);
  }
  walker.finish();
  return await reader.finish();
}

function toRow(c: Context<AppEnv>, reader: SaveReader, idempotencyKey: string | null): AnalysisRow {
  return {
    id: crypto.randomUUID(),
    userId: c.get('owner').id,
    idempotencyKey,
    fileName: reader.fileName,
    conversionValue: reader.number('conversionValue'),
    significanceThreshold: reader.number('significanceThreshold'),
    overallRate: reader.number('analysisData.overallRate'),
    totalLeads: reader.number('analysisData.totalLeads'),
    totalQualified: reader.number('analysisData.totalQualified'),
    topMetrics: JSON.stringify(reader.topMetrics),
    awaitsDataset: reader.datasetFollows,
    createdAt: Date.now(),
  };
}

async function refuseOverLimit(c: Context<AppEnv>): Promise<void> {
  const analyses = await countAnalyses(c.get('db'), c.get('owner').id);
  if (analyses >= MAX_ANALYSES) throw analysisLimit();
}

/** Stores a read save. Where a retry was faster, its id is the answer and this one's texts are given up. */
async function store(c: Context<AppEnv>, row: AnalysisRow, texts: FinishedUpload[]): Promise<string> {
  const db = c.get('db');
  if (await insertAnalysis(db, row, { texts, maxAnalyses: MAX_ANALYSES })) return row.id;
  const first = await findByKey(db, row.userId, row.idempotencyKey);
  if (first === undefined) {
    await refuseOverLimit(c);
    throw storageLimit();
  }
  return first;
}

/**
 * `POST /api/analyses`. The body is read as a stream and never parsed whole; texts that fill a part are stored on the
 * way, invisible, and the record comes with the last parts in one transaction. A key that was used before answers
 * what it answered then.
 */
export async function saveAnalysis(c: Context<AppEnv>): Promise<Response> {
  const db = c.get('db');
  const userId = c.get('owner').id;
  const key = readKey(c);
  const before = await findByKey(db, userId, key);
  if (before !== undefined) return c.json({ id: before } satisfies Saved, 201);
  await refuseOverLimit(c);
  const texts: SaveTexts = {
    configuration: new Upload(db, userId, 'configuration'),
    analysis: new Upload(db, userId, 'analysis'),
    dataset: new Upload(db, userId, 'dataset'),
  };
  const id = await withUploads(c, Object.values(texts), async () => {
    const reader = new SaveReader(texts);
    const finished = await readSave(c, reader);
    return await store(c, toRow(c, reader, key), finished);
  });
  return c.json({ id } satisfies Saved, 201);
}
