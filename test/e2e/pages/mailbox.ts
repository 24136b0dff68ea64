import { expect, type Page } from '@playwright/test';
import { linkIn, mailQuery, SENT_MAIL, type SentMail } from '../../support/sent-mail.ts';

async function ask<T>(page: Page, query: string): Promise<T> {
  const answer = await page.request.get(`${SENT_MAIL}${query}`);
  const { result } = (await answer.json()) as { result: T }; // as the runtime has it
  return result;
}

/** The plain text of the newest message with that subject to an address, once it is sent. */
export async function readMail(page: Page, to: string, subject: string): Promise<string> {
  const find = async () =>
    (await ask<SentMail[]>(page, '')).find((mail) => mail.to.includes(to) && mail.subject.includes(subject));
  await expect.poll(find).toBeDefined();
  const mail = (await find())!; // it was there just now
  return (await ask<{ text: string }>(page, mailQuery(mail))).text;
}

/** Proves the address of the signed-in user by a mailed link, and turns alerts by e-mail on, by calls. */
export async function turnAlertMailOn(page: Page, email: string, origin = ''): Promise<void> {
  const headers = { Origin: origin };
  await page.request.post('/api/mail/link', { headers });
  const token = linkIn(await readMail(page, email, 'Confirm'))
    .split('=')
    .at(-1);
  await page.request.post('/api/mail/confirm', { headers, data: { token } });
  const answer = await page.request.put('/api/mail/alerts', { headers, data: { on: true } });
  expect(await answer.json()).toMatchObject({ isProved: true, hasAlerts: true });
}
