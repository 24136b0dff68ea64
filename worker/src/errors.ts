import { MAX_ANALYSES, MIB } from '#contract/limits.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { DatabaseUnavailable } from '#worker/db/client.ts';

const RETRY_SECONDS = 10;

interface Details {
  code?: ErrorCode;
  retryAfterSeconds?: number;
}

/** An answer that is not 2xx. Handlers throw it, only `onError` renders it. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: Details;

  constructor(status: number, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** The same answer for what does not exist and for what belongs to somebody else. */
export const analysisNotFound = () => new ApiError(404, 'Analysis not found');

export const analysisLimit = () =>
  new ApiError(409, `You keep ${MAX_ANALYSES} analyses, which is the most. Delete one to save another.`, {
    code: 'ANALYSIS_LIMIT',
  });

export const storageLimit = (maxBytes: number) =>
  new ApiError(
    409,
    `Your saved analyses take up all of your ${maxBytes / MIB} MB. Delete one to save another.`,
    { code: 'STORAGE_LIMIT' },
  );

/** The text says what to do instead: nobody but the operator can make room. */
export const serviceFull = () =>
  new ApiError(
    507,
    'This site has no room for more saved analyses right now. Keep the results with Export All.',
    { code: 'SERVICE_FULL' },
  );

export const invalidInput = (message: string) => new ApiError(400, message, { code: 'INVALID_INPUT' });

export const invalidJson = () =>
  new ApiError(400, 'The request is not valid JSON.', { code: 'INVALID_JSON' });

export const tooLarge = (message: string) => new ApiError(413, message, { code: 'TOO_LARGE' });

export const wrongContentType = (expected: string) =>
  new ApiError(415, `The request must be ${expected}.`, { code: 'WRONG_CONTENT_TYPE' });

export const unauthorized = () => new ApiError(401, 'Unauthorized');

const unavailable = () =>
  new ApiError(503, 'The service is unavailable right now. Please try again in a moment.', {
    code: 'UNAVAILABLE',
    retryAfterSeconds: RETRY_SECONDS,
  });

const internal = () => new ApiError(500, 'Something went wrong. Please try again.', { code: 'INTERNAL' });

/** The failure of the database behind an error, however the query layer has wrapped it. */
export function findDatabaseFailure(error: unknown): DatabaseUnavailable | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseUnavailable) return cause;
  }
  return null;
}

/** Kind and place of a bug. Its message stays out: engines quote in it what they stumbled over, such as a bit of a name. */
function describeBug(error: unknown): string {
  if (!(error instanceof Error)) return 'Something was thrown that is no error';
  return (error.stack ?? error.name).replace(error.message, '…');
}

/**
 * What is told to the visitor. The log gets what is needed to mend it; the query layer's own message never gets
 * there, since it carries the values of the query.
 */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const failure = findDatabaseFailure(error);
  if (failure) {
    console.error(`Database unavailable: ${failure.message}`);
    return unavailable();
  }
  console.error(describeBug(error));
  return internal();
}
