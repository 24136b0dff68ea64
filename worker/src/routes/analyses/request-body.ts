import type { Context } from 'hono';
import { MAX_ENTRY_BYTES, MIB } from '#contract/limits.ts';
import { DatasetProblem } from '#worker/streams/dataset-checker.ts';
import { NotGzip } from '#worker/streams/inflate.ts';
import { JsonProblem } from '#worker/streams/json-problem.ts';
import type { AppEnv } from '#worker/env.ts';
import { ApiError, findDatabaseFailure, invalidInput, invalidJson, tooLarge } from '#worker/errors.ts';
import type { SizeLimit } from './dataset-upload.ts';

/** The request's bytes as they come in, never more than the limit, whatever length the request claims. */
export async function* readBody(c: Context<AppEnv>, limit: SizeLimit): AsyncGenerator<Uint8Array> {
  if (Number(c.req.header('Content-Length') ?? 0) > limit.maxBytes) throw tooLarge(limit.message);
  let bytes = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limit.maxBytes) throw tooLarge(limit.message);
    yield chunk;
  }
}

function describeJson({ reason, path }: JsonProblem): ApiError {
  if (reason === 'malformed') return invalidJson();
  if (reason === 'too-large') {
    return tooLarge(
      `A value is too long to save: more than ${MAX_ENTRY_BYTES / MIB} MiB in ${path}. Shorten it in the file, or choose another column.`,
    );
  }
  return invalidInput(
    reason === 'too-deep' ? `${path} is nested too deeply` : `${path} is not of the expected kind`,
  );
}

/** What is wrong with a body that could not be read. */
export function describeBodyProblem(error: unknown): unknown {
  if (error instanceof ApiError || findDatabaseFailure(error)) return error;
  if (error instanceof JsonProblem) return describeJson(error);
  if (error instanceof DatasetProblem) return invalidInput(error.message);
  if (error instanceof NotGzip) return invalidInput('The dataset is not gzip, or not whole.');
  return error;
}
