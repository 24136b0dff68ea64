import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { hashNetwork } from '#worker/auth/client-network.ts';
import { countAttempt, type Limit } from '#worker/db/rate-limits.ts';
import type { AppEnv } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';

function describeWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 60) return `${seconds} seconds`;
  if (minutes === 1) return '1 minute';
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** Says when the next attempt may pass, in words and as `Retry-After`. */
export function tooManyRequests(what: string, retryAfterSeconds: number): ApiError {
  return new ApiError(429, `${what} Please try again in ${describeWait(retryAfterSeconds)}.`, {
    code: 'TOO_MANY_REQUESTS',
    retryAfterSeconds,
  });
}

/**
 * Counts an attempt of this client's network, or an amount; seconds to wait where there were too many. Only the header that Cloudflare
 * itself sets is trusted; without it nothing is in front of the Worker that could be.
 */
export async function countByAddress(
  c: Context<AppEnv>,
  name: string,
  { amount = 1, ...limit }: Limit & { amount?: number },
): Promise<number | null> {
  const address = c.req.header('CF-Connecting-IP');
  if (!address) return null;
  const key = `${name}:${await hashNetwork(address)}`;
  return await countAttempt(c.get('db'), key, { limit, now: Date.now(), amount });
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
