import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { countAttempt, type Limit } from '#worker/db/rate-limits.ts';
import type { AppEnv } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { clientAddress } from './client-address.ts';

/** Says when the next attempt may pass, in words and as `Retry-After`. */
export function tooManyRequests(what: string, retryAfterSeconds: number): ApiError {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const wait = retryAfterSeconds < 60 ? `${retryAfterSeconds} seconds` : `${minutes} minutes`;
  const when = minutes === 1 && retryAfterSeconds >= 60 ? '1 minute' : wait;
  return new ApiError(429, `${what} Please try again in ${when}.`, {
    code: 'TOO_MANY_REQUESTS',
    retryAfterSeconds,
  });
}

/** Counts an attempt of this client's address; seconds to wait where there were too many. */
export async function countByAddress(c: Context<AppEnv>, name: string, limit: Limit): Promise<number | null> {
  const address = await clientAddress(c);
  if (address === null) return null;
  return await countAttempt(c.get('db'), `${name}:${address}`, { limit, now: Date.now() });
}

/** Limits a call per client address. */
export function limitByAddress(name: string, limit: Limit, what: string) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const wait = await countByAddress(c, name, limit);
    if (wait !== null) throw tooManyRequests(what, wait);
    await next();
  });
}

/** Limits a call per user. */
export function limitByUser(name: string, limit: Limit, what: string) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const key = `${name}:${c.get('owner').id}`;
    const wait = await countAttempt(c.get('db'), key, { limit, now: Date.now() });
    if (wait !== null) throw tooManyRequests(what, wait);
    await next();
  });
}
