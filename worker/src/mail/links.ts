import { makeToken } from '#worker/auth/sessions.ts';
import type { Database } from '#worker/db/client.ts';
import { storeMailLink, type MailLink } from '#worker/db/mail-links.ts';

/** Makes a link for a user that works for so long. Returns its token, which is stored nowhere. */
export async function makeMailLink(
  db: Database,
  { userId, purpose, lifeMs }: Pick<MailLink, 'userId' | 'purpose'> & { lifeMs: number },
): Promise<string> {
  const { token, tokenHash } = await makeToken();
  await storeMailLink(db, { tokenHash, userId, purpose, expiresAt: Date.now() + lifeMs });
  return token;
}
