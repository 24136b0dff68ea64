import { emailSchema } from '#contract/auth.ts';
import { renderHtml, renderText, type Letter } from './letter.ts';

/** The bindings and variables of wrangler.toml that sending needs. */
export interface MailEnv {
  /** With it and the next two the site sends e-mail. */
  EMAIL?: SendEmail;
  /** The address of the sender, at a domain that Cloudflare sends for. */
  MAIL_FROM?: string;
  /** The address of this site, as 'https://leads.example.com'. */
  SITE_ADDRESS?: string;
}

/** The mail was not taken. The message is the code of the e-mail service and holds no address. */
export class MailFailure extends Error {}

const SENDER_NAME = 'Lead Value Analyzer';
const LOOPBACK = /^(?:localhost|127\.0\.0\.1)$/;

/**
 * The address of this site for links in mails. It comes from the operator and never from a request, which could name another host.
 * Null without one, and for one that is neither https nor of this computer.
 */
function findSite({ SITE_ADDRESS }: MailEnv): string | null {
  const url = SITE_ADDRESS ? URL.parse(SITE_ADDRESS) : null;
  if (!url) return null;
  return url.protocol === 'https:' || LOOPBACK.test(url.hostname) ? url.origin : null;
}

/** Whether this site sends e-mail: the operator has bound it, and has named the sender and the address of the site. */
export const canSendMail = (env: MailEnv): boolean => Boolean(env.EMAIL && env.MAIL_FROM && findSite(env));

/**
 * Sends a letter to one address. One of a team (`team:…`) is none, and is refused like all that could add a recipient or a header.
 *
 * Sources: Cloudflare, "Workers API" and "Email headers" of Email Service, 2026-06-25; RFC 8058, 3.1, on the two headers for one-click stop.
 *
 * @throws MailFailure where the e-mail was not taken
 */
export async function sendMail(env: MailEnv, to: string, letter: Letter): Promise<void> {
  const { EMAIL, MAIL_FROM } = env;
  const site = findSite(env);
  if (!EMAIL || !MAIL_FROM || !site) throw new MailFailure('not set up');
  if (emailSchema.safeParse(to).data !== to) throw new MailFailure('no address');
  const { stopToken } = letter;
  await EMAIL.send({
    to: toAscii(to),
    from: { email: MAIL_FROM, name: SENDER_NAME },
    subject: toLine(letter.subject),
    text: renderText(letter, site),
    html: renderHtml(letter, site),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(stopToken !== undefined && {
        'List-Unsubscribe': `<${site}/api/stop/${stopToken}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }).catch((error: unknown) => {
    throw new MailFailure(codeOf(error));
  });
}

/** The address with its domain as the mail system writes it: in letters of ASCII. */
const toAscii = (address: string): string =>
  address.replace(/[^@]+$/, (domain) => URL.parse(`https://${domain}`)?.hostname ?? domain);

const MAX_SUBJECT_LENGTH = 150;

/** One line of a header: a line break would begin another one. */
function toLine(text: string): string {
  const line = text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length > MAX_SUBJECT_LENGTH ? `${line.slice(0, MAX_SUBJECT_LENGTH - 1)}…` : line;
}

/** The code of Cloudflare's error, such as `E_RECIPIENT_SUPPRESSED`. Its message may quote the address. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^\w{1,60}$/.test(code) ? code : 'no code';
}
