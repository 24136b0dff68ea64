import { createMiddleware } from 'hono/factory';
import type { AppContext, AppEnv } from '#worker/env.ts';
import { networkOf } from './rate-limit.ts';

/** Enough of a hash to tell networks apart. */
const NETWORK_LENGTH = 22;

/** Notes for the log of a team who makes the changes of this request from now on. */
export async function noteAuditActor(c: AppContext, userId: string): Promise<void> {
  const network = await networkOf(c, 'audit');
  c.set('auditActor', { userId, network: network && network.slice(0, NETWORK_LENGTH) });
}

/** Does so for every call of a signed-in user that may change something. */
export const noteAuditActors = createMiddleware<AppEnv>(async (c, next) => {
  const user = c.get('signedInUser');
  if (user && c.req.method !== 'GET') await noteAuditActor(c, user.id);
  await next();
});
