import type { OpenedShare } from '#contract/answers.ts';
import { SHARE_NOT_FOUND } from '#contract/sharing.ts';
import { hashToken } from '#worker/auth/sessions.ts';
import { countOpen, findShared } from '#worker/db/shared-analyses.ts';
import { ApiError } from '#worker/errors.ts';
import type { BodyContext } from '#worker/middleware/request-body.ts';
import { tryWrite } from '#worker/middleware/database.ts';
import { parseJson } from '#worker/db/json.ts';

/**
 * `POST /api/shared`. It reads no session: anybody with the address may read, and nobody may do more. Every attempt
 * counts, whether the link works or not: the limit does not tell which of them did.
 */
export async function handleOpenShared(c: BodyContext<{ token: string }>): Promise<OpenedShare> {
  c.header('X-Robots-Tag', 'noindex');
  const db = c.get('db');
  const tokenHash = await hashToken(c.req.valid('json').token);
  const found = tokenHash === null ? undefined : await findShared(db, tokenHash, Date.now());
  if (tokenHash === null || !found) throw new ApiError(404, SHARE_NOT_FOUND);
  await tryWrite(() => countOpen(db, tokenHash), 'The opening of a link was not counted');
  const figures = parseJson(found.figures);
  const publishedAt = new Date(found.publishedAt).toISOString();
  return { ...figures, publishedAt };
}
