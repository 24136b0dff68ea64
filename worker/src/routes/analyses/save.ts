import type { Context } from 'hono';
import { IDEMPOTENCY_HEADER, saveAnalysisSchema, type CheckedSave } from '#contract/analyses.ts';
import type { Saved } from '#contract/answers.ts';
import { MAX_SAVE_BYTES, MIB } from '#contract/limits.ts';
import { insertAnalysis, replaceFigures, type AnalysisFigures } from '#worker/db/save-analysis.ts';
import { findByKey } from '#worker/db/saved-analyses.ts';
import type { FinishedUpload } from '#worker/db/uploads.ts';
import type { AppEnv } from '#worker/env.ts';
import { invalidInput } from '#worker/errors.ts';
import { readJson, parseBody } from '#worker/middleware/request-body.ts';
import { SaveRefused } from '#worker/store/store.ts';
import { DatasetUpload } from './save-dataset.ts';
import { chargeNetwork, explainRefusal, requireRoom } from './room.ts';
import { findTopMetrics, listChoices } from './present.ts';
import { withUploads, type Upload } from './uploads.ts';

const ROWS_PER_WRITE = 2000;
const KEY = /^[\x21-\x7e]{1,100}$/;
const SAVE_LIMIT = {
  maxBytes: MAX_SAVE_BYTES,
  message: `This analysis is too large to save: more than ${MAX_SAVE_BYTES / MIB} MiB. Send headers and rows by PUT /api/analyses/{id}/dataset, choose attributes with fewer values, or keep the results with Export All.`,
};

type Begin = Parameters<Parameters<typeof withUploads>[1]>[0];

function readKey(c: Context<AppEnv>): string | null {
  const key = c.req.header(IDEMPOTENCY_HEADER);
  if (key === undefined) return null;
  if (!KEY.test(key)) throw invalidInput(`${IDEMPOTENCY_HEADER} must be 1 to 100 visible characters`);
  return key;
}

async function readSave(c: Context<AppEnv>): Promise<CheckedSave> {
  const save = parseBody(saveAnalysisSchema, await readJson(c, SAVE_LIMIT));
  const { datasetFollows, analysisData } = save;
  if (!analysisData.headers !== !analysisData.rows) {
    throw invalidInput('analysisData needs headers and rows together, or neither');
  }
  if (analysisData.headers && datasetFollows) {
    throw invalidInput('The dataset comes inside analysisData or afterwards, not both');
  }
  return save;
}

const toFigures = (save: CheckedSave): AnalysisFigures => ({
  fileName: save.fileName,
  conversionValue: save.conversionValue,
  significanceThreshold: save.significanceThreshold,
  overallRate: save.analysisData.overallRate,
  totalLeads: save.analysisData.totalLeads,
  totalQualified: save.analysisData.totalQualified,
  topMetrics: JSON.stringify(findTopMetrics(save.analysisData.metrics, save.analysisData.overallRate)),
  choices: JSON.stringify(listChoices(save.configurationData)),
});

/** Stores the JSON of an object without its braces, which `writeAnalysis` adds. */
async function storeMembers(upload: Upload, object: object): Promise<FinishedUpload> {
  await upload.write(new TextEncoder().encode(JSON.stringify(object).slice(1, -1)));
  return await upload.finish();
}

async function storeTexts(begin: Begin, save: CheckedSave): Promise<FinishedUpload[]> {
  const { headers: _headers, rows: _rows, ...figures } = save.analysisData;
  return [
    await storeMembers(begin('configuration'), save.configurationData),
    await storeMembers(begin('analysis'), figures),
  ];
}

async function storeDataset(begin: Begin, { analysisData }: CheckedSave): Promise<FinishedUpload[]> {
  const { headers, rows } = analysisData;
  if (!headers || !rows) return [];
  const dataset = new DatasetUpload(begin('dataset'));
  const write = (lines: readonly string[][]): Promise<void> =>
    dataset.write(new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
  await write([headers]);
  for (let at = 0; at < rows.length; at += ROWS_PER_WRITE) await write(rows.slice(at, at + ROWS_PER_WRITE));
  return [await dataset.finish()];
}

const sumBytes = (texts: readonly FinishedUpload[]): number =>
  texts.reduce((sum, { lastBytes }) => sum + lastBytes, 0);

/** Stores a new record. If another request has used the key meanwhile, returns the id of that record and keeps nothing. */
async function insert(c: Context<AppEnv>, save: CheckedSave, idempotencyKey: string | null): Promise<string> {
  const db = c.get('db');
  const userId = c.get('owner').id;
  return await withUploads(c, async (begin) => {
    const texts = [...(await storeTexts(begin, save)), ...(await storeDataset(begin, save))];
    await chargeNetwork(c, sumBytes(texts), save.datasetBytes);
    const id = crypto.randomUUID();
    const row = { ...toFigures(save), id, userId, idempotencyKey, createdAt: Date.now() };
    if (await insertAnalysis(db, { ...row, awaitsDataset: save.datasetFollows }, texts)) return id;
    const first = await findByKey(db, userId, idempotencyKey);
    if (first === undefined) throw new SaveRefused();
    return first;
  });
}

async function explainIfRefused<T>(c: Context<AppEnv>, id: string | null, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof SaveRefused ? await explainRefusal(c, id) : error;
  }
}

/**
 * `POST /api/analyses`. Stores the record with its texts in one transaction. A request with a used key gets the id of the
 * record that was stored with that key.
 */
export async function saveAnalysis(c: Context<AppEnv>): Promise<Response> {
  const key = readKey(c);
  const save = await readSave(c);
  const before = await findByKey(c.get('db'), c.get('owner').id, key);
  if (before !== undefined) return c.json({ id: before } satisfies Saved, 201);
  await requireRoom(c, null, save.datasetBytes);
  const id = await explainIfRefused(c, null, insert(c, save, key));
  return c.json({ id } satisfies Saved, 201);
}

async function replace(c: Context<AppEnv>, id: string, save: CheckedSave): Promise<void> {
  const userId = c.get('owner').id;
  await withUploads(c, async (begin) => {
    const texts = await storeTexts(begin, save);
    await chargeNetwork(c, sumBytes(texts), save.datasetBytes);
    const replacement = { texts, figures: toFigures(save) };
    if (!(await replaceFigures(c.get('db'), { userId, id }, replacement))) throw new SaveRefused();
  });
}

/** `PUT /api/analyses/{id}`. Replaces figures and configuration in one transaction; id, time and dataset stay. */
export async function replaceAnalysis(c: Context<AppEnv>): Promise<Response> {
  const id = c.req.param('id') ?? ''; // the route has it
  const save = await readSave(c);
  if (save.analysisData.headers) {
    throw invalidInput('The dataset is replaced by PUT /api/analyses/{id}/dataset, not here');
  }
  await requireRoom(c, id, save.datasetBytes);
  await explainIfRefused(c, id, replace(c, id, save));
  return c.json({ id } satisfies Saved);
}
