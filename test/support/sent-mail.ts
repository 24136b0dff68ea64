/** The runtime keeps what a local site sends, and has this address to read it: a list, and with `mailQuery` one message. */
export const SENT_MAIL = '/cdn-cgi/local/explorer/api/local/email/sending';

export interface SentMail {
  worker: string;
  to: string[];
  subject: string;
  messageId: string;
}

export const mailQuery = ({ messageId, worker }: Pick<SentMail, 'messageId' | 'worker'>): string =>
  `?${new URLSearchParams({ email_id: messageId, worker })}`;

/** The link in the text of a message. */
export function linkIn(text: string): string {
  const [link] = /^https?:\S+$/m.exec(text) ?? [];
  if (link === undefined) throw new Error(`No link in ${text}`);
  return link;
}
