import type { APIRequestContext, Page } from '@playwright/test';
import { exampleSave } from '../contract/analyses.ts';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { CLIENT_ADDRESS } from './pages/account.ts';

// The analysis is saved without rows, which makes its dataset a 404.
test.use({ extraHTTPHeaders: CLIENT_ADDRESS, refusals: ['/dataset'] });

/** Leads of a source with their devices, of which so many are converted. */
const leads = (source: string, count: number, converted: number): string[] =>
  Array.from(
    { length: count },
    (_, at) => `${at < converted ? 'Qualified' : 'Lost'},${source},${at % 2 ? 'Mobile' : 'Desktop'}`,
  );

const file = (...rows: readonly string[][]): string =>
  ['Lead Status,Source,Device', ...rows.flat()].join('\n');

const OCTOBER = file(leads('Referral', 120, 80), leads('google', 180, 40), leads('bing', 60, 12));
/** Referral converts as the others do, and Chat is new. */
const NOVEMBER = file(
  leads('Referral', 130, 40),
  leads('google', 200, 50),
  leads('bing', 70, 20),
  leads('Chat', 90, 60),
);

/** Saves an analysis without rows, and opens its page. */
async function openSaved(page: Page, origin = ''): Promise<void> {
  const answer = await page.request.post('/api/analyses', { headers: { Origin: origin }, data: exampleSave });
  const { id } = (await answer.json()) as { id: string }; // as the contract has it
  await page.goto(`/saved/${id}`);
}

interface Inbox {
  address: string;
  token: string;
}

/** Delivers a file as curl does: without a cookie, and from no page. */
async function deliver(sender: APIRequestContext, { address, token }: Inbox, csv: string, key?: string) {
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

test('an inbox keeps an analysis current, until it is paused', async ({
  page,
  account,
  baseURL,
  playwright,
}) => {
  expect(account.email).toContain('@');
  const sender = await playwright.request.newContext({ extraHTTPHeaders: CLIENT_ADDRESS });
  await openSaved(page, baseURL);
  await page.getByRole('button', { name: 'Keep current' }).click();
  await expect(page.getByRole('dialog')).toContainText('counts them and forgets them. No row is stored.');
  await page.getByRole('button', { name: 'Make an inbox' }).click();
  const inbox: Inbox = {
    address: await page.getByRole('textbox', { name: 'Address' }).inputValue(),
    token: await page.getByRole('textbox', { name: 'Token' }).inputValue(),
  };
  await expectEveryLook(page, 'the token of an inbox');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Waiting for the first delivery.', { exact: false })).toBeVisible();

  const first = await deliver(sender, inbox, OCTOBER, 'october');
  expect(first).toMatchObject({ status: 200, body: { version: 1, leads: 360, converted: 132 } });
  expect(await deliver(sender, inbox, OCTOBER, 'october')).toEqual(first);
  expect(await deliver(sender, { ...inbox, token: `${inbox.token}x` }, OCTOBER)).toMatchObject({
    status: 401,
  });
  await page.reload();
  await expect(page.getByText(/^Version 1 came on .*: 360 leads, 36\.7% converted\./)).toBeVisible();
  await page.getByRole('button', { name: 'Mark as entered' }).click();
  await expect(page.getByText(/^In use Version 1 was marked as entered on/)).toBeVisible();

  expect(await deliver(sender, inbox, NOVEMBER)).toMatchObject({
    status: 200,
    body: { version: 2, leads: 490, newValues: [{ field: 'Source', first: ['Chat'], count: 1 }] },
  });
  await page.reload();
  const changed = page.getByRole('region', { name: 'What changed' });
  await expect(changed).toContainText('490 leads, 130 more than in version 1.');
  await expect(changed).toContainText('New values since version 1: Source: Chat.');
  await changed.getByRole('button', { name: 'Show' }).click();
  await expect(changed.getByRole('row').filter({ hasText: 'Referral' })).toContainText('Unclear now');
  await page.getByRole('button', { name: 'Time line' }).click();
  await expect(page.getByRole('table', { name: 'Versions' }).getByRole('row')).toHaveCount(4);
  await expect(page.getByRole('figure', { name: 'Lift of Each Rule by Version' })).toBeVisible();
  await expectEveryLook(page, 'the time line of versions');

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('heading', { name: 'Kept current Paused' })).toBeVisible();
  expect(await deliver(sender, inbox, NOVEMBER)).toMatchObject({ status: 409, body: { code: 'PAUSED' } });
  await page.goto('/saved');
  await expect(page.getByText('Inbox paused')).toBeVisible();
  await sender.dispose();
});
