import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#worker/env.ts';
import { unauthorized } from '#worker/errors.ts';

/** Lets signed-in users pass; handlers behind it find theirs as `owner`. */
export const requireUser = createMiddleware<AppEnv>(async (c, next) => {
  const user = c.get('user');
  if (!user) throw unauthorized();
  c.set('owner', user);
  await next();
});
