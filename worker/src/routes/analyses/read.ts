import type { Context } from 'hono';
import { openDatabase } from '#worker/db/client.ts';
import { findAnalysis, type StoredAnalysis } from '#worker/db/saved-analyses.ts';
import { findPart, type UploadKind } from '#worker/db/uploads.ts';
import type { AppEnv } from '#worker/env.ts';
import { analysisNotFound, findDatabaseFailure } from '#worker/errors.ts';
import { DATABASE_BUDGET_MS } from '#worker/middleware/database.ts';
import { readParts } from '#worker/streams/read-parts.ts';
import { presentRecord } from './present.ts';

const LINE_FEED = 0x0a;
const COMMA = 0x2c;

type Text = StoredAnalysis['texts'][number];
type ReadPart = (uploadId: string, position: number) => Promise<string>;

async function* partsOf(text: Text, readPart: ReadPart): AsyncGenerator<string> {
  yield text.firstPart;
  for (let position = 1; position < text.parts; position++) yield await readPart(text.uploadId, position);
}

/** A dataset's lines as the two members of a JSON object: a comma for each line end, since rows hold none. */
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

async function* writeAnalysis(
  { record, texts }: StoredAnalysis,
  readPart: ReadPart,
): AsyncGenerator<Uint8Array | string> {
  const read = (kind: UploadKind) => {
    const text = texts.find((candidate) => candidate.kind === kind);
    return text ? readParts(partsOf(text, readPart)) : null;
  };
  yield `${JSON.stringify(presentRecord(record)).slice(0, -1)},"configurationData":{`;
  yield* read('configuration') ?? [];
  yield '},"analysisData":{';
  yield* read('analysis') ?? [];
  const dataset = read('dataset');
  if (dataset) yield* datasetMembers(dataset);
  yield '}}';
}

/** A failure after the first byte breaks the answer off: it must never look whole. */
function toStream(pieces: AsyncGenerator<Uint8Array | string>): ReadableStream<Uint8Array> {
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
      await pieces.return(undefined);
    },
  });
}

/**
 * `GET /api/analyses/{id}`, streamed: one part is in memory at a time. The record and the first part of each text are
 * read before the answer begins, so that most failures still have an answer of their own.
 */
export async function readAnalysis(c: Context<AppEnv>): Promise<Response> {
  const userId = c.get('owner').id;
  const stored = await findAnalysis(c.get('db'), userId, c.req.param('id') ?? '');
  if (!stored) throw analysisNotFound();
  const readPart: ReadPart = async (uploadId, position) => {
    const db = openDatabase(c.env.DB, DATABASE_BUDGET_MS); // each part has the time of a request
    const part = await findPart(db, userId, { uploadId, position });
    if (part === undefined) throw new Error('The analysis was deleted while it was read');
    return part;
  };
  const stream = toStream(writeAnalysis(stored, readPart));
  return c.body(stream, 200, { 'Content-Type': 'application/json' });
}
