import { createMiddleware } from 'hono/factory';
import { ApiError, wrongContentType } from '#worker/errors.ts';
import type { AppEnv, AppContext } from '#worker/env.ts';
import { DATASET_CONTENT_TYPE } from '#contract/analyses.ts';

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Answers nothing over plain http, except on a developer's machine: a read is redirected to https, and a changing call is
 * refused, so that the mistake is noticed.
 */
export const secureTransport = createMiddleware<AppEnv>(async (c, next) => {
  const url = new URL(c.req.url);
  if (url.protocol === 'https:' || LOOPBACK.test(url.hostname)) return await next();
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD')
    throw new ApiError(403, 'Please use this site over https.', { code: 'INSECURE' });
  url.protocol = 'https:';
  return c.redirect(url.href, 301);
});

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Headers of every answer that is not a file: nobody may keep, frame, sniff or embed it. A page says its own instead. */
export const securityHeaders = createMiddleware(async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(HEADERS)) if (!c.res.headers.has(name)) c.header(name, value);
  if (new URL(c.req.url).protocol === 'https:') c.header('Strict-Transport-Security', 'max-age=31536000');
});

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
