import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { app } from '#worker/app.ts';
import { hashToken } from '#worker/auth/sessions.ts';
import { randomToken } from '#worker/auth/signing.ts';
import type { Env } from '#worker/env.ts';
import type { LinkUse } from '#contract/mail.ts';
import { request, type CallOptions } from './support.ts';

/** The part of a message that the Worker makes. */
export interface SentMail {
  to: string;
  from: { email: string; name: string };
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/** The address of the site in mails, which is not the host that the tests ask. */
export const SITE = 'https://site-in-mails.test';

/** A site with e-mail, and the messages that it has sent. */
export class Mailbox {
  readonly sent: SentMail[] = [];
  /** The code with which the e-mail service refuses messages; null while it takes them. */
  refusal: string | null = null;
  readonly bindings: Partial<Env>;

  constructor() {
    const send = async (message: unknown) => {
      if (this.refusal !== null) throw Object.assign(new Error('refused'), { code: this.refusal });
      this.sent.push(message as SentMail); // the Worker writes no other kind
      return await Promise.resolve({ messageId: crypto.randomUUID() });
    };
    this.bindings = { EMAIL: { send }, MAIL_FROM: 'leads@site-in-mails.test', SITE_ADDRESS: SITE };
  }

  /** A call to the site. Resolves once everything that goes on after the answer is done. */
  async call(path: string, options: CallOptions = {}, bindings: Partial<Env> = {}): Promise<Response> {
    const context = createExecutionContext();
    const all = { ...env, ...this.bindings, ...bindings };
    const answer = await app.fetch(request(path, options), all, context);
    await waitOnExecutionContext(context);
    return answer;
  }

  post(path: string, body: unknown, cookie: string | null = null): Promise<Response> {
    return this.call(path, { method: 'POST', body, cookie });
  }

  /** The messages to an address. */
  to(email: string): SentMail[] {
    return this.sent.filter((mail) => mail.to === email);
  }

  /** The token of the newest link of that use to an address. */
  tokenOf(use: LinkUse, email: string): string {
    const link = new RegExp(`^${SITE}/auth/mail#${use}=([\\w-]{43})$`, 'm');
    const [, token] =
      this.to(email)
        .flatMap(({ text }) => [link.exec(text) ?? []])
        .at(-1) ?? [];
    if (token === undefined) throw new Error(`No link to ${use} was sent to ${email}`);
    return token;
  }
}

/** Stores a link as a message has it, and answers with its token. */
export async function storeMailLink(
  userId: string,
  use: LinkUse,
  expiresAt = Date.now() + 60_000,
): Promise<string> {
  const token = randomToken();
  await env.DB.prepare('INSERT INTO mail_links VALUES (?, ?, ?, ?)')
    .bind(await hashToken(token), userId, use, expiresAt)
    .run();
  return token;
}
