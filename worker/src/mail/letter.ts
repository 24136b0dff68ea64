import type { LinkUse } from '#contract/mail.ts';
import { PAGES } from '#contract/pages.ts';

/** A mail, in plain text: nothing in it is read as HTML. */
export interface Letter {
  subject: string;
  paragraphs: readonly string[];
  /** The one link. The path is one of this site; a token in it stands behind the `#`. */
  link: { text: string; path: `/${string}` };
  /** Why the recipient gets it. */
  reason: string;
  /** The token that stops all mails of this kind. Without one for a mail that somebody has just asked for. */
  stopToken?: string;
}

/** The path of the page of a mailed link. The token stands behind the `#`, which no request holds. */
export const linkPath = (use: LinkUse, token: string): `/${string}` => `${PAGES.mail.path}#${use}=${token}`;

const STOP_TEXT = 'Stop these e-mails';

const stopAddress = (token: string, site: string): string => site + linkPath('stop', token);

export function renderText({ paragraphs, link, reason, stopToken }: Letter, site: string): string {
  const foot = ['-- ', reason]; // the sign before a signature
  if (stopToken !== undefined) foot.push(`${STOP_TEXT}: ${stopAddress(stopToken, site)}`);
  const parts = [...paragraphs, `${link.text}:\n${site}${link.path}`, foot.join('\n')];
  return `${parts.join('\n\n')}\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

const TEXT_STYLE = 'margin:0 0 16px;font-size:16px;line-height:24px';
const SMALL_STYLE = 'margin:0 0 8px;font-size:13px;line-height:20px;color:#757575';
const BUTTON_STYLE =
  'display:inline-block;padding:10px 16px;border-radius:8px;background:#314ec7;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none';

const paragraph = (text: string, style: string): string =>
  `<p style="${style}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;

const anchor = (text: string, address: string, style: string): string =>
  `<a href="${escapeHtml(address)}" style="${style}">${escapeHtml(text)}</a>`;

/** The same as HTML, without a picture, a script or anything that a mail program would have to fetch. */
export function renderHtml({ subject, paragraphs, link, reason, stopToken }: Letter, site: string): string {
  const stop =
    stopToken === undefined
      ? ''
      : `<p style="${SMALL_STYLE}">${anchor(STOP_TEXT, stopAddress(stopToken, site), 'color:#757575')}</p>`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font-family:system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto">
${paragraphs.map((text) => paragraph(text, TEXT_STYLE)).join('\n')}
<p style="margin:24px 0">${anchor(link.text, site + link.path, BUTTON_STYLE)}</p>
<hr style="border:0;border-top:1px solid #d4d4d8;margin:24px 0 16px">
${paragraph(reason, SMALL_STYLE)}
${stop}
</div>
</body>
</html>
`;
}
