import { createMiddleware } from 'hono/factory';
import { ApiError, wrongContentType } from '#worker/errors.ts';
import type { AppContext, AppEnv } from '#worker/env.ts';
import { DATASET_CONTENT_TYPE } from '#contract/analyses.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD']);

function isFromHere(c: AppContext): boolean {
  const origin = c.req.header('Origin');
  const site = c.req.header('Sec-Fetch-Site');
  if (origin === undefined && site === undefined) return false;
  const isOwnOrigin = origin === undefined || origin === new URL(c.req.url).origin;
  return isOwnOrigin && (site === undefined || site === 'same-origin');
}

const hasBody = (c: AppContext): boolean => c.req.raw.body !== null && c.req.header('Content-Length') !== '0';

const contentType = (c: AppContext): string =>
  (c.req.header('Content-Type') ?? '').split(';', 1).join().trim().toLowerCase();

/**
 * A call that changes something must come from a page of this site, and its body must have a content type that no HTML
 * form can send. A call with neither `Origin` nor `Sec-Fetch-Site` is refused: every browser sends one of them.
 */
export const sameOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (SAFE_METHODS.has(c.req.method)) return await next();
  if (!isFromHere(c)) {
    throw new ApiError(
      403,
      'This request came from another site. Please open this site itself and try again.',
      { code: 'FOREIGN_ORIGIN' },
    );
  }
  const expected = c.req.path.endsWith('/dataset') ? DATASET_CONTENT_TYPE : 'application/json';
  if (hasBody(c) && contentType(c) !== expected) throw wrongContentType(expected);
  return await next();
});
