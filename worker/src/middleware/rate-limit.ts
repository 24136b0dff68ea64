import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { hashNetwork } from '#worker/auth/client-network.ts';
import { countAttempt, type Limit } from '#worker/db/rate-limits.ts';
import type { AppEnv } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';

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

/**
 * Counts an attempt of this client's network; seconds to wait where there were too many. Only the header that Cloudflare
 * itself sets is trusted; without it nothing is in front of the Worker that could be.
 */
export async function countByAddress(c: Context<AppEnv>, name: string, limit: Limit): Promise<number | null> {
  const address = c.req.header('CF-Connecting-IP');
  if (!address) return null;
  const key = `${name}:${await hashNetwork(address)}`;
  return await countAttempt(c.get('db'), key, { limit, now: Date.now() });
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
