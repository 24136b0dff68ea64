import { LINK_MAILS, MAIL_LINK_MS, MAIL_TOKENS } from '#contract/limits.ts';
import type { MailLink } from '#worker/db/mail-links.ts';
import type { Limit } from '#worker/db/rate-limits.ts';
import type { AppContext } from '#worker/env.ts';
import { ApiError } from '#worker/errors.ts';
import type { Letter } from '#worker/mail/letter.ts';
import { makeMailLink } from '#worker/mail/links.ts';
import { canSendMail, sendMail } from '#worker/mail/send.ts';
import { accountKey, networkCounters, reserve, type GuardCounter } from '#worker/middleware/rate-limit.ts';

/** Refuses a call where the operator has set up no e-mail. */
export function requireMail({ env }: AppContext): void {
  if (!canSendMail(env)) throw new ApiError(404, 'This site sends no e-mail.');
}

interface CountedBy {
  /** The purpose of the counter. */
  name: string;
  /** The address, with its network, or the browser. */
  id: string;
  limit?: Limit;
}

/** Counts the mails with a link to an address. */
export const linkMailCounter = async (
  c: AppContext,
  { name, id, limit = LINK_MAILS }: CountedBy,
): Promise<GuardCounter> => ({
  key: await accountKey(c, name, id),
  limit,
  refusal: `A link was asked for ${limit.count} times today for this address. Please look into its mail, unwanted mail too.`,
});

/** The purpose of a mailed link, and the letter around its token. */
export interface LinkMail {
  purpose: MailLink['purpose'];
  write(token: string): Letter;
}

/** Stores a new link of a user, and then sends it: a link that arrives works. */
export async function sendLink(
  c: AppContext,
  user: { id: string; email: string },
  { purpose, write }: LinkMail,
): Promise<void> {
  const token = await makeMailLink(c.get('db'), { userId: user.id, purpose, lifeMs: MAIL_LINK_MS });
  await sendMail(c.env, user.email, write(token));
}

/** Counts a token that was sent in vain against the network, and throws the answer to it. */
export async function refuseToken(c: AppContext, answer: ApiError): Promise<never> {
  const refusal = 'Your network has opened very many links that do not work.';
  await reserve(c, await networkCounters(c, 'mail-token', { limit: MAIL_TOKENS, refusal }));
  throw answer;
}

export const linkExpired = () =>
  new ApiError(
    410,
    'This link does not work: it was used before, is older than 30 minutes, or is not whole. Please ask for a new one.',
    { code: 'LINK_EXPIRED' },
  );
