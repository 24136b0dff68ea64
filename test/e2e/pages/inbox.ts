import { expect, type APIRequestContext, type Page } from '@playwright/test';

/** The address of an inbox, and its token. */
export interface Inbox {
  address: string;
  token: string;
}

/** Makes an inbox on the page of a saved analysis, and leaves its dialog open, which shows the token this once. */
export async function makeInbox(page: Page): Promise<Inbox> {
  await page.getByRole('button', { name: 'Keep current' }).click();
  await page.getByRole('button', { name: 'Inbox', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('counts them and forgets them. No row is stored.');
  await page.getByRole('button', { name: 'Make an inbox' }).click();
  return {
    address: await page.getByRole('textbox', { name: 'Address' }).inputValue(),
    token: await page.getByRole('textbox', { name: 'Token' }).inputValue(),
  };
}

/** Delivers a file as curl does: without a cookie, and from no page. */
export async function deliver(
  sender: APIRequestContext,
  { address, token }: Inbox,
  csv: string,
  key?: string,
) {
  const answer = await sender.put(address, {
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'text/csv',
      ...(key !== undefined && { 'Idempotency-Key': key }),
    },
    data: csv,
  });
  return { status: answer.status(), body: (await answer.json()) as object };
}
