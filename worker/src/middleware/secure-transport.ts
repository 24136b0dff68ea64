import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Nothing is answered over plain http, except on the machine of a developer: a page is sent to https, and what changes
 * something, or carries a password, is refused, so that the mistake is noticed.
 */
export const secureTransport = createMiddleware<AppEnv>(async (c, next) => {
  const url = new URL(c.req.url);
  if (url.protocol === 'https:' || LOOPBACK.test(url.hostname)) return await next();
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD')
    throw new ApiError(403, 'Please use this site over https.', { code: 'INSECURE' });
  url.protocol = 'https:';
  return c.redirect(url.href, 301);
});
