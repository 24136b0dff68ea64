import type { Page } from '@playwright/test';
import {
  CONNECTION_KINDS,
  CONNECTION_NAMES,
  CONSENT_PAGES,
  type ConnectionKind,
} from '#contract/connection-kinds.ts';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { CLIENT_ADDRESS, createAccount, expectMessage } from './pages/account.ts';
import { cardOf, consent, personaOf, standIns } from './pages/connections.ts';

test.use({
  extraHTTPHeaders: CLIENT_ADDRESS,
  otherOrigins: async ({ baseURL }, provide) => {
    await provide(standIns(baseURL));
  },
});

const ACCOUNT = 'ads@example.com';

async function disconnect(page: Page, kind: ConnectionKind): Promise<void> {
  await cardOf(page, kind).getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(cardOf(page, kind).getByRole('button', { name: 'Connect' })).toBeVisible();
}

test('each service is connected by a consent of its own, and disconnected by itself', async ({
  page,
  account,
  baseURL,
}) => {
  expect(account.email).not.toBe(ACCOUNT);
  const name = CONNECTION_NAMES;
  await page.goto('/connections');
  await consent(page, 'meta', { account: ACCOUNT, error: 'access_denied' });
  await expectMessage(
    page,
    'Not connected',
    `${name.meta} was not connected. You can try again at any time.`,
  );
  await consent(page, 'google-values', {
    ...personaOf('google-values', ACCOUNT),
    answer: { scope: 'openid email' },
  });
  await expectMessage(
    page,
    'Not connected',
    `${name['google-values']} was not connected: the permission was not given. Please try again and leave it ticked.`,
  );
  await expect(page.getByRole('button', { name: 'Disconnect' })).toHaveCount(0);

  // Google Sheets is connected in a story of its own.
  for (const kind of CONNECTION_KINDS.slice(1)) {
    await consent(page, kind, personaOf(kind, ACCOUNT));
    await expectMessage(page, 'Connected', `${name[kind]} is connected.`);
    await expect(cardOf(page, kind).getByText(ACCOUNT)).toBeVisible();
  }
  expect(new URL(page.url()).search).toBe('');
  await expect(cardOf(page, 'meta').getByText('Ends', { exact: true })).toBeVisible();
  await cardOf(page, 'google-rules').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectEveryLook(page, 'the question before the end');
  await page.keyboard.press('Escape');

  await disconnect(page, 'google-rules');
  await expect(
    cardOf(page, 'google-rules').getByText(/^Google Ads \(rules\) is disconnected here\./),
  ).toBeVisible();
  await expect(cardOf(page, 'google-values').getByText(ACCOUNT)).toBeVisible();
  await disconnect(page, 'meta');
  await expect(cardOf(page, 'meta').getByText('Meta is disconnected.', { exact: true })).toBeVisible();
  await disconnect(page, 'microsoft');
  await expect(cardOf(page, 'microsoft').getByRole('link', { name: CONSENT_PAGES.microsoft })).toBeVisible();
  await expectEveryLook(page, 'connected and disconnected');

  await createAccount(page.context(), baseURL ?? '');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toHaveCount(
    CONNECTION_KINDS.length,
  );
  await expect(page.getByText(ACCOUNT)).toHaveCount(0);
});
