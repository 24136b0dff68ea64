import type { Handlers } from '../mount.ts';
import { withTimeToSave } from '#worker/middleware/database.ts';
import {
  IDEMPOTENCY_HEADER,
  saveAnalysisSchema,
  type CheckedSave,
  DATASET_TOO_LARGE,
} from '#contract/analyses.ts';
import {
  MAX_SAVE_BYTES,
  MIB,
  MAX_COLUMNS,
  MAX_DATASET_BYTES,
  MAX_ROW_BYTES,
  MIN_COLUMNS,
} from '#contract/limits.ts';
import {
  insertAnalysis,
  replaceFigures,
  type AnalysisFigures,
  findByKey,
  UNLABELLED,
  type VersionRow,
  replaceDataset,
} from '#worker/db/saved-analyses.ts';
import { SaveRefused, type FinishedUpload } from '#worker/db/uploads.ts';
import type { AppContext } from '#worker/env.ts';
import { invalidInput, bodyTooLarge } from '#worker/errors.ts';
import { editorOf } from '#worker/middleware/team.ts';
import { readIfMatch, readJson, parseBody, readBody } from '#worker/middleware/request-body.ts';
import {
  chargeNetwork,
  requireQuota,
  changeOf,
  withUploads,
  type Begin,
  type StartedUpload,
} from './begin-uploads.ts';
import { presentChoices, presentSaved, storeTopMetrics } from './present-analysis.ts';
import { limitsOf } from '#worker/store/require-quota.ts';
import { DatasetChecker, DatasetProblem } from '#worker/streams/dataset-checker.ts';
import { inflate } from '#worker/streams/gzip.ts';
import { toJson } from '#worker/db/json.ts';

const ROWS_PER_WRITE = 2000;
const KEY = /^[\x21-\x7e]{1,100}$/;
const SAVE_LIMIT = {
  maxBytes: MAX_SAVE_BYTES,
  message: `This analysis is too large to save: more than ${MAX_SAVE_BYTES / MIB} MiB. Send headers and rows by PUT /api/analyses/{id}/dataset, choose attributes with fewer values, or keep the results with Export All.`,
};

/** The key of a call that may be repeated; null without one. */
export function readKey(c: AppContext): string | null {
  const key = c.req.header(IDEMPOTENCY_HEADER);
  if (key === undefined) return null;
  if (!KEY.test(key)) throw invalidInput(`${IDEMPOTENCY_HEADER} must be 1 to 100 visible characters`);
  return key;
}

async function readSave(c: AppContext): Promise<CheckedSave> {
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
  topMetrics: storeTopMetrics(save.analysisData.metrics, save.analysisData.overallRate),
  choices: toJson(presentChoices(save.configurationData)),
});

/** Stores the JSON of an object without its braces, which `writeAnalysis` adds. */
async function storeMembers(upload: StartedUpload, object: object): Promise<FinishedUpload> {
  await upload.write(new TextEncoder().encode(JSON.stringify(object).slice(1, -1)));
  return await upload.finish();
}

async function storeTexts(begin: Begin, save: CheckedSave): Promise<FinishedUpload[]> {
  const { headers: _headers, rows: _rows, mixes, ...figures } = save.analysisData;
  return [
    await storeMembers(begin('configuration'), save.configurationData),
    await storeMembers(begin('analysis'), figures),
    // Apart from the figures, which are sent as they are stored.
    ...(mixes ? [await storeMembers(begin('mixes'), { mixes })] : []),
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

function refuse(): never {
  throw new SaveRefused();
}

const sumBytes = (texts: readonly FinishedUpload[]): number =>
  texts.reduce((sum, { lastBytes }) => sum + lastBytes, 0);

const newRecord = (c: AppContext) => ({ workspaceId: c.get('workspace').id, id: null });

/** Stores a new record. If another request has used the key meanwhile, stores nothing and returns that record. */
async function insert(c: AppContext, save: CheckedSave, idempotencyKey: string | null): Promise<VersionRow> {
  const db = c.get('db');
  const userId = c.get('workspace').id;
  return await withUploads(c, newRecord(c), async (begin) => {
    const texts = [...(await storeTexts(begin, save)), ...(await storeDataset(begin, save))];
    await chargeNetwork(c, sumBytes(texts), save.datasetBytes);
    const id = crypto.randomUUID();
    const row = {
      ...toFigures(save),
      ...UNLABELLED,
      id,
      userId,
      idempotencyKey,
      awaitsDataset: save.datasetFollows,
      createdAt: Date.now(),
    };
    const saved =
      (await insertAnalysis(db, { row, texts, editor: editorOf(c), ...limitsOf(c.env) })) ??
      (await findByKey(db, userId, idempotencyKey));
    if (!saved) throw new SaveRefused();
    return saved;
  });
}

const LINE_FEED = 0x0a;
const LINE_END = new Uint8Array([LINE_FEED]);

/** @internal */
export const DATASET_LIMIT = { maxBytes: MAX_DATASET_BYTES, message: DATASET_TOO_LARGE };

/** Checks a dataset and stores it, without a line end after the last line. @internal */
export class DatasetUpload {
  readonly #upload: StartedUpload;
  readonly #checker = new DatasetChecker({
    minColumns: MIN_COLUMNS,
    maxColumns: MAX_COLUMNS,
    maxLineBytes: MAX_ROW_BYTES,
  });
  #bytes = 0;
  #endsLine = false;

  constructor(upload: StartedUpload) {
    this.#upload = upload;
  }

  /** Takes the next bytes of the dataset; a chunk may end anywhere. */
  async write(chunk: Uint8Array): Promise<void> {
    if (chunk.length === 0) return;
    this.#bytes += chunk.length;
    if (this.#bytes > DATASET_LIMIT.maxBytes) throw bodyTooLarge(DATASET_LIMIT.message);
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

export const saveHandlers = {
  // Stores the record with its texts in one transaction. A request with a used key gets the id of the record
  // that was stored with that key.
  'POST /api/analyses': withTimeToSave(async (c) => {
    const key = readKey(c);
    const save = await readSave(c);
    const before = await findByKey(c.get('db'), c.get('workspace').id, key);
    if (!before) await requireQuota(c, newRecord(c), save.datasetBytes);
    const row = before ?? (await insert(c, save, key));
    c.status(201);
    return presentSaved(row);
  }),
  // Replaces figures and configuration in one transaction; id, time and dataset stay.
  'PUT /api/analyses/:id': withTimeToSave(async (c) => {
    const target = changeOf(c, readIfMatch(c));
    const change = { ...target, workspaceId: target.userId };
    const save = await readSave(c);
    if (save.analysisData.headers) {
      throw invalidInput('The dataset is replaced by PUT /api/analyses/{id}/dataset, not here');
    }
    await requireQuota(c, change, save.datasetBytes);
    const row = await withUploads(c, change, async (begin) => {
      const texts = await storeTexts(begin, save);
      await chargeNetwork(c, sumBytes(texts), save.datasetBytes);
      const replacement = { texts, figures: toFigures(save), now: Date.now() };
      return (await replaceFigures(c.get('db'), target, replacement)) ?? refuse();
    });
    return presentSaved(row);
  }),
  // Inflates, checks and compresses the dataset in steps of a few kilobytes and stores its parts meanwhile.
  // One transaction at the end replaces the old dataset. The call may be repeated.
  'PUT /api/analyses/:id/dataset': withTimeToSave(async (c) => {
    const target = changeOf(c, readIfMatch(c));
    const change = { ...target, workspaceId: target.userId };
    await requireQuota(c, change);
    const row = await withUploads(c, change, async (begin) => {
      const upload = new DatasetUpload(begin('dataset'));
      for await (const chunk of inflate(readBody(c, DATASET_LIMIT))) await upload.write(chunk);
      const dataset = await upload.finish();
      await chargeNetwork(c, dataset.lastBytes);
      return (await replaceDataset(c.get('db'), target, { dataset, now: Date.now() })) ?? refuse();
    });
    return presentSaved(row);
  }),
} satisfies Partial<Handlers>;
