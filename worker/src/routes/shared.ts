import { Hono } from 'hono/tiny';
import { SHARE_OPENS } from '#contract/limits.ts';
import type { OpenedShare } from '#contract/answers.ts';
import { SHARE_NOT_FOUND, openShareSchema, type SharedFigures } from '#contract/sharing.ts';
import { hashToken } from '#worker/auth/sessions.ts';
import { countOpen, findShared } from '#worker/db/shared-analyses.ts';
import type { AppEnv } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import { tryWrite } from '#worker/middleware/database.ts';
import { limitByAddress } from '#worker/middleware/rate-limit.ts';
import { sameOrigin } from '#worker/middleware/same-origin.ts';
import { validate } from '#worker/middleware/request-body.ts';

export const shared = new Hono<AppEnv>();

// Every attempt counts, whether the link works or not: the limit does not tell which of them did.
const limitOpens = limitByAddress('open', SHARE_OPENS, 'Your network has opened very many links.');

/** `POST /api/shared`. It reads no session: anybody with the address may read, and nobody may do more. */
shared.post('/', sameOrigin, limitOpens, validate(openShareSchema), async (c) => {
  c.header('X-Robots-Tag', 'noindex');
  const db = c.get('db');
  const tokenHash = await hashToken(c.req.valid('json').token);
  const found = tokenHash === null ? undefined : await findShared(db, tokenHash, Date.now());
  if (tokenHash === null || !found) throw new ApiError(404, SHARE_NOT_FOUND);
  await tryWrite(() => countOpen(db, tokenHash), 'The opening of a link was not counted');
  const figures = JSON.parse(found.figures) as SharedFigures; // was written from checked figures
  const publishedAt = new Date(found.publishedAt).toISOString();
  return c.json({ ...figures, publishedAt } satisfies OpenedShare);
});
