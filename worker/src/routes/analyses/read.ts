import type { Handlers } from '../mount.ts';
import { DATASET_CONTENT_TYPE } from '#contract/analyses.ts';
import type { UploadKind } from '#worker/db/uploads.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError, analysisNotFound, findDatabaseFailure, unauthorized } from '#worker/errors.ts';
import { resumeSession, readPresented } from '#worker/middleware/session.ts';
import type { Stores } from '#worker/store/open-stores.ts';
import { inflate } from '#worker/streams/gzip.ts';
import { endsOf, namesOf } from './authors.ts';
import type { Metric } from '#contract/metrics.ts';
import {
  findAnalysis,
  findSessionAndAnalyses,
  listAnalyses,
  type ListPage,
  type StoredAnalysis,
  replaceTopMetrics,
  type SummaryRow,
} from '#worker/db/saved-analyses.ts';
import { tryWrite } from '#worker/middleware/database.ts';
import { readMembers } from '#worker/runs/read-saved.ts';
import {
  presentEnd,
  presentRecord,
  presentSummary,
  type DatasetEnds,
  type Names,
  isTopChosenOtherwise,
  storeTopMetrics,
} from './present-analysis.ts';
import { storesOf, targetOf } from './begin-uploads.ts';

const LINE_FEED = 0x0a;
const COMMA = 0x2c;
const DATASET = ['dataset'] as const;

type Pieces = AsyncIterable<Uint8Array | string>;

/** Writes the lines of a dataset as the JSON members `headers` and `rows`: each line end becomes a comma, cells have none. */
async function* datasetMembers(lines: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | string> {
  let isInHeaders = true;
  yield ',"headers":';
  for await (const chunk of lines) {
    let rest = chunk;
    if (isInHeaders) {
      const end = chunk.indexOf(LINE_FEED);
      yield end < 0 ? chunk : chunk.subarray(0, end);
      if (end < 0) continue;
      yield ',"rows":[';
      isInHeaders = false;
      rest = chunk.subarray(end + 1);
    }
    for (let at = rest.indexOf(LINE_FEED); at >= 0; at = rest.indexOf(LINE_FEED, at)) rest[at] = COMMA;
    yield rest;
  }
  yield ']';
}

interface Written {
  stored: StoredAnalysis;
  stores: Stores;
  names: Names;
  ends: DatasetEnds;
}

async function* writeAnalysis({
  stored: { record, texts },
  stores,
  names,
  ends,
}: Written): AsyncGenerator<Uint8Array | string> {
  const read = (kind: UploadKind) => {
    const text = texts.find((candidate) => candidate.kind === kind);
    return text ? inflate(stores.of(text).read(text)) : null;
  };
  const members = { ...presentRecord(record, names), ...presentEnd(ends, record.id) };
  yield `${JSON.stringify(members).slice(0, -1)},"configurationData":{`;
  yield* read('configuration') ?? [];
  yield '},"analysisData":{';
  yield* read('analysis') ?? [];
  const dataset = read('dataset');
  if (dataset) yield* datasetMembers(dataset);
  yield '}}';
}

/** After the first byte a failure aborts the answer, so that it never looks complete. */
function toStream(source: Pieces): ReadableStream<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        let piece = await pieces.next();
        while (!piece.done && piece.value.length === 0) piece = await pieces.next();
        if (piece.done) controller.close();
        else controller.enqueue(typeof piece.value === 'string' ? encoder.encode(piece.value) : piece.value);
      } catch (error) {
        console.error(
          `A saved analysis broke off: ${findDatabaseFailure(error)?.message ?? 'damaged parts'}`,
        );
        controller.error(new Error('The analysis could not be read to its end'));
      }
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}

/** The analysis of the address with its texts of these kinds. */
export async function findStored(c: AppContext, kinds: readonly UploadKind[]): Promise<StoredAnalysis> {
  const stored = await findAnalysis(c.get('db'), targetOf(c), kinds);
  if (!stored) throw analysisNotFound();
  return stored;
}

/** The page of the list that the address asks for: after the analysis with this time and id, if it names one. */
function readPage(c: AppContext): ListPage {
  const now = Date.now();
  const place = c.req.query('before');
  if (place === undefined) return { now, before: undefined };
  const [time = '', id] = place.split(',');
  const createdAt = Date.parse(time);
  if (Number.isNaN(createdAt) || !id)
    throw new ApiError(400, 'before must be a time and an id', { code: 'INVALID_INPUT' });
  return { now, before: { createdAt, id } };
}

export const readHandlers = {
  // It reads the session together with the list: one round trip instead of two.
  'GET /api/analyses': async (c) => {
    const presented = await readPresented(c);
    if (!presented) throw unauthorized();
    const found = await findSessionAndAnalyses(c.get('db'), presented.sid, readPage(c));
    const open = await resumeSession(c, presented, found.session);
    if (!open) throw unauthorized();
    const rows = await chooseTopAnew(c, open.user.id, found.analyses);
    return rows.map((row) => presentSummary(row, null));
  },
  'GET /api/teams/:team/analyses': async (c) => {
    const [rows, names, ends] = await Promise.all([
      listAnalyses(c.get('db'), c.get('workspace').id, readPage(c)),
      namesOf(c),
      endsOf(c),
    ]);
    const chosen = await chooseTopAnew(c, c.get('workspace').id, rows);
    return chosen.map((row) => ({ ...presentSummary(row, names), ...presentEnd(ends, row.id) }));
  },
  // Streamed, so that only one part is in memory at a time. The record and the first part of each text are
  // read before the answer begins, so that most failures still get an error answer. `?dataset=apart` leaves
  // out headers and rows.
  'GET /api/analyses/:id': async (c) => {
    const isApart = c.req.query('dataset') === 'apart';
    const [stored, names, ends] = await Promise.all([
      findStored(c, ['configuration', 'analysis', ...(isApart ? [] : DATASET)]),
      namesOf(c),
      endsOf(c),
    ]);
    const stream = toStream(writeAnalysis({ stored, stores: storesOf(c), names, ends }));
    return c.body(stream, 200, { 'Content-Type': 'application/json' });
  },
  // The stored, compressed bytes.
  'GET /api/analyses/:id/dataset': async (c) => {
    const { texts } = await findStored(c, DATASET);
    const [dataset] = texts;
    if (!dataset) throw new ApiError(404, 'This analysis was saved without its dataset');
    const stream = toStream(storesOf(c).of(dataset).read(dataset));
    return c.body(stream, 200, { 'Content-Type': DATASET_CONTENT_TYPE });
  },
} satisfies Partial<Handlers>;

/** One call of the list reads the figures of at most this many records, so that it stays quick. */
const MOST_CHOSEN_ANEW = 10;

/** The rows of a user's list. Records of earlier releases get the top performing segments of their stored figures, some with each call. */
async function chooseTopAnew(
  c: AppContext,
  userId: string,
  rows: readonly SummaryRow[],
): Promise<SummaryRow[]> {
  const outdated = new Set(rows.filter(isTopChosenOtherwise).slice(0, MOST_CHOSEN_ANEW));
  const chosen: SummaryRow[] = [];
  // One after the other, so that the figures of only one record are in memory.
  for (const row of rows) chosen.push(outdated.has(row) ? await chooseAnew(c, userId, row) : row);
  return chosen;
}

async function chooseAnew(c: AppContext, userId: string, row: SummaryRow): Promise<SummaryRow> {
  const [db, target] = [c.get('db'), { userId, id: row.id }];
  const metrics = await readMetrics(c, target);
  if (!metrics) return row;
  const topMetrics = storeTopMetrics(metrics, row.overallRate);
  // The list must not need a write: the database may be full.
  await tryWrite(
    () => replaceTopMetrics(db, target, { from: row.topMetrics, to: topMetrics }),
    'The top performing segments of a record were not stored',
  );
  return { ...row, topMetrics };
}

/** The stored metrics of a record; null where it has none, or its figures are damaged, which is no reason to lose the list. */
async function readMetrics(c: AppContext, target: { userId: string; id: string }): Promise<Metric[] | null> {
  const stored = await findAnalysis(c.get('db'), target, ['analysis']);
  if (!stored) return null;
  try {
    const { metrics } = await readMembers(stored, storesOf(c), 'analysis');
    return metrics ?? null;
  } catch {
    console.error('The figures of a saved analysis could not be read for the list');
    return null;
  }
}
