import {
  AUDIT_DAY,
  DAY,
  MAX_ANALYSES,
  MAX_SHARES,
  MAX_TEAM_ANALYSES,
  MIB,
  SECOND,
} from '#contract/limits.ts';
import type { CurrentVersion, ErrorCode } from '#contract/errors.ts';
import type { Role } from '#contract/roles.ts';
import { DatabaseUnavailable, findCause, LogFull } from '#worker/db/client.ts';

const RETRY_SECONDS = 10;

interface Details {
  code?: ErrorCode;
  retryAfterSeconds?: number;
  /** The stored version, if a change was made for another version. */
  current?: CurrentVersion;
}

/** A failed call. Handlers throw it, and only `onError` renders it. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: Details;

  constructor(status: number, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** One answer for an analysis that does not exist and for one of another user, so that nobody can probe for ids. */
export const analysisNotFound = () => new ApiError(404, 'Analysis not found');

/** The user or team that the limit is for. */
interface LimitOf {
  isTeam: boolean;
}

export const analysisLimit = ({ isTeam }: LimitOf) =>
  new ApiError(
    409,
    isTeam
      ? `This team keeps ${MAX_TEAM_ANALYSES} analyses, which is the most. Delete one to save another.`
      : `You keep ${MAX_ANALYSES} analyses, which is the most. Delete one to save another.`,
    { code: 'ANALYSIS_LIMIT' },
  );

export const shareLimit = () =>
  new ApiError(409, `You have ${MAX_SHARES} shared links, which is the most. End one to share another.`, {
    code: 'SHARE_LIMIT',
  });

export const storageLimit = (maxBytes: number, { isTeam }: LimitOf) =>
  new ApiError(
    409,
    isTeam
      ? `The analyses of this team take up all of its ${Math.floor(maxBytes / MIB)} MB. Delete one to save another.`
      : `Your saved analyses take up all of your ${maxBytes / MIB} MB. Delete one to save another.`,
    { code: 'STORAGE_LIMIT' },
  );

/** The room of the user whom the bytes of teams count for is full. */
export const makerLimit = (maxBytes: number, { isTeam }: LimitOf) =>
  new ApiError(
    409,
    isTeam
      ? `What a team stores counts for one admin, who has made it or been in it the longest, and the ${Math.floor(maxBytes / MIB)} MB of that person are full. Delete analyses of this team to save another, or ask that person to delete some.`
      : `Your saved analyses and those of the teams that count for you take up all of your ${Math.floor(maxBytes / MIB)} MB. Delete one to save another.`,
    { code: 'STORAGE_LIMIT' },
  );

/** The database is full. The message suggests another way: only the operator can make room. */
export const serviceFull = () =>
  new ApiError(
    507,
    'This site has no room for more saved analyses right now. Keep the results with Export All.',
    { code: 'SERVICE_FULL' },
  );

/** The database has no room for anything that grows. */
export const siteFull = () =>
  new ApiError(507, 'This site has no room to store more right now. Please try again later.', {
    code: 'SERVICE_FULL',
  });

export const noNewAccounts = () =>
  new ApiError(507, 'This site has no room for new accounts right now. Please try again later.', {
    code: 'SERVICE_FULL',
  });

/** The room that accounts without a Google identity share is full. */
export const poolFull = ({ isGoogleOffered }: { isGoogleOffered: boolean }) => {
  const way = isGoogleOffered ? 'Continue with Google to get room of your own, or keep' : 'Keep';
  return new ApiError(
    507,
    `The accounts without Google sign-in have used up the room that they share on this site. ${way} the results with Export All.`,
    { code: 'SERVICE_FULL' },
  );
};

export const largerThanNetwork = (megabytes: number) =>
  bodyTooLarge(
    `This analysis takes more than the ${megabytes} MB that your network may save in a day. Keep the results with Export All.`,
  );

export const invalidInput = (message: string) => new ApiError(400, message, { code: 'INVALID_INPUT' });

export const invalidJson = () =>
  new ApiError(400, 'The request is not valid JSON.', { code: 'INVALID_JSON' });

function describeChange({ updatedBy }: CurrentVersion): string {
  if (updatedBy === undefined) return 'in another tab or on another device';
  return `by ${updatedBy ?? 'a former member'}`;
}

export const changedMeanwhile = (current: CurrentVersion) =>
  new ApiError(412, `This analysis was changed in the meantime, ${describeChange(current)}.`, {
    code: 'CHANGED',
    current,
  });

export const bodyTooLarge = (message: string) => new ApiError(413, message, { code: 'TOO_LARGE' });

export const wrongContentType = (expected: string) =>
  new ApiError(415, `The request must be ${expected}.`, { code: 'WRONG_CONTENT_TYPE' });

export const unauthorized = () => new ApiError(401, 'Unauthorized');

/** One answer for a team that does not exist and for one of others, so that nobody can probe for ids. */
export const noTeam = () => new ApiError(404, 'Team not found', { code: 'NO_TEAM' });

export const domainRequired = (domain: string) =>
  new ApiError(
    403,
    `This team opens only after a sign-in with Google through ${domain}. Sign in again with your Google account of ${domain}. If your account here is another one, ask an admin of the team to invite that one.`,
    { code: 'DOMAIN_REQUIRED' },
  );

export const notAllowed = (role: Role) =>
  new ApiError(403, `Your role in this team, ${role}, doesn't allow this.`, { code: 'NOT_ALLOWED' });

export const lastAdmin = (message: string) => new ApiError(409, message, { code: 'LAST_ADMIN' });

export const teamLimit = (message: string) => new ApiError(409, message, { code: 'TEAM_LIMIT' });

function describeWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  if (minutes === 1) return '1 minute';
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** Says when the next attempt may pass, in words and as `Retry-After`. */
export function tooManyRequests(refusal: string, retryAfterSeconds: number): ApiError {
  return new ApiError(429, `${refusal} Please try again in ${describeWait(retryAfterSeconds)}.`, {
    code: 'TOO_MANY_REQUESTS',
    retryAfterSeconds,
  });
}

/** The changes in a team go on with the next day, UTC. */
function logFull({ of }: LogFull): ApiError {
  const now = Date.now();
  const refusal =
    of === 'team'
      ? `The log of this team has taken its ${AUDIT_DAY.team.toLocaleString('en-US')} entries of today, and nothing changes in a team without an entry.`
      : `You have made the ${AUDIT_DAY.person.toLocaleString('en-US')} changes in teams that one person may make in a day.`;
  return tooManyRequests(refusal, Math.ceil((DAY - (now % DAY)) / SECOND));
}

const unavailable = () =>
  new ApiError(503, 'The service is unavailable right now. Please try again in a moment.', {
    code: 'UNAVAILABLE',
    retryAfterSeconds: RETRY_SECONDS,
  });

const internal = () => new ApiError(500, 'Something went wrong. Please try again.', { code: 'INTERNAL' });

export const findDatabaseFailure = (error: unknown): DatabaseUnavailable | null =>
  findCause(error, DatabaseUnavailable);

/** The kind and the stack of a bug for the log. The message is left out, since engines quote personal data in it. */
function describeBug(error: unknown): string {
  if (!(error instanceof Error)) return 'Something was thrown that is no error';
  return (error.stack ?? error.name).replace(error.message, '…');
}

/**
 * Turns any error into an answer for the visitor, and logs it for the operator. The log never gets the message of
 * drizzle, which quotes the values of the query.
 */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const full = findCause(error, LogFull);
  if (full) return logFull(full);
  const failure = findDatabaseFailure(error);
  if (failure) {
    console.error(`Database unavailable: ${failure.message}`);
    return unavailable();
  }
  console.error(describeBug(error));
  return internal();
}
