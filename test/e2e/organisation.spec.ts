import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { CLIENT_ADDRESS, createAccount, inventAccount } from './pages/account.ts';
import { googleOrigin, signInAtGoogle } from './pages/google.ts';

test.use({
  extraHTTPHeaders: CLIENT_ADDRESS,
  otherOrigins: async ({ baseURL }, provide) => {
    await provide([googleOrigin(baseURL)]);
  },
});

test('an organisation keeps its team behind its sign-in, lets datasets end, and reads who has changed what', async ({
  page,
  browser,
  baseURL,
}) => {
  const headers = { Origin: baseURL ?? '' };
  const claims = {
    sub: crypto.randomUUID(),
    email: inventAccount().email,
    email_verified: true,
    hd: 'acme.example',
    given_name: null,
    family_name: null,
  };
  await signInAtGoogle(page.context(), googleOrigin(baseURL), { claims });
  await page.goto('/auth/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  const made = await page.request.post('/api/teams', { headers, data: { name: 'Acme' } });
  const { id } = (await made.json()) as { id: string };
  const invitation = await page.request.post(`/api/teams/${id}/invitations`, {
    headers,
    data: { role: 'editor' },
  });
  const { token } = (await invitation.json()) as { token: string };

  const context = await browser.newContext({ extraHTTPHeaders: CLIENT_ADDRESS });
  const colleague = await createAccount(context, baseURL ?? '');
  const theirs = await context.newPage();
  await context.request.post(`${baseURL}/api/invitations/accept`, { headers, data: { token } });

  await test.step('an admin requires the domain of the own sign-in', async () => {
    await page.goto(`/team?team=${id}`);
    const signIn = page.getByRole('region', { name: 'Sign-in' });
    await signIn.getByRole('button', { name: 'Require acme.example' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Require acme.example' }).click();
    await expect(signIn.getByRole('button', { name: 'Allow any sign-in' })).toBeVisible();
  });

  await test.step('who has signed in otherwise reads how to sign in, and works on alone', async () => {
    await theirs.goto(`/saved?team=${id}`);
    const asked = theirs.getByRole('dialog', { name: 'This team asks for another sign-in' });
    await expect(asked).toContainText('Google through acme.example');
    await expect(asked.getByRole('link', { name: 'Continue with Google' })).toBeVisible();
    await expectEveryLook(theirs, 'a team that asks for another sign-in');
    await asked.getByRole('button', { name: 'Go to Personal' }).click();
    await expect(theirs.getByText('Nothing saved yet')).toBeVisible();
  });

  await test.step('an admin lets datasets end', async () => {
    const datasets = page.getByRole('region', { name: 'Datasets' });
    await datasets.getByRole('spinbutton').fill('90');
    await datasets.getByRole('button', { name: 'Set' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete after these days' }).click();
    await expect(datasets).toContainText('deleted 90 days after they were stored');
  });

  await test.step('the log has all of it, filtered and as a file', async () => {
    await page.reload();
    const log = page.getByRole('region', { name: 'Log', exact: true });
    await expect(log.getByRole('row')).toHaveCount(8);
    await expect(log.getByRole('row').nth(1)).toContainText('Changed when datasets end');
    await expectEveryLook(page, 'the page of a team with its log');
    await log.getByRole('combobox', { name: 'Who' }).click();
    await page.getByRole('option', { name: colleague.email }).click();
    await expect(log.getByRole('row')).toHaveCount(3);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      log.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[2]).toContain('Joined the team');
  });
  await context.close();
});
