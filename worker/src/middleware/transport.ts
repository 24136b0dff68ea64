import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';

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
