import { expect, test } from './fixtures.ts';
import { expectEveryLook } from './look.ts';
import { CLIENT_ADDRESS, openUserMenu, signIn } from './pages/account.ts';
import { linkIn } from '../support/sent-mail.ts';
import { readMail } from './pages/mailbox.ts';

test.use({ extraHTTPHeaders: CLIENT_ADDRESS, refusals: ['/api/auth/reset', '/api/stop/unknown'] });

test('confirm the address, turn alerts on, forget the password and choose a new one by mail', async ({
  page,
  account,
}) => {
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await page.goto('/privacy');
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Preferences' }).click();
  const section = page.getByRole('region', { name: 'Alerts by e-mail' });
  await expect(section).toContainText(`First confirm that you read the mail of ${account.email}.`);
  await press('Send me the link');
  await expect(section.getByRole('status')).toContainText('A link is on its way.');
  await expectEveryLook(page, 'the preferences');

  await page.goto(linkIn(await readMail(page, account.email, 'Confirm your e-mail address')));
  await expect(page).toHaveURL('/auth/mail'); // the token has left the address
  await expect(heading('Confirm your address')).toBeVisible();
  await press('Yes, confirm it');
  await expect(heading('Your address is confirmed')).toBeVisible();
  await expect(section).toContainText('Off.');
  await press('E-mail me alerts');
  await expect(section).toContainText(`On. When a rule no longer holds, an e-mail goes to ${account.email}`);
  await expectEveryLook(page, 'the confirmed address');

  // The sign-in of somebody who does not know the password any more.
  await page.context().clearCookies();
  await page.goto('/auth/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(heading('Forgot your password?')).toBeVisible();
  await page.getByLabel('Email').fill(account.email);
  await press('Send me the link');
  await expect(heading('Look into your mail')).toBeVisible();

  const link = linkIn(await readMail(page, account.email, 'Choose a new password'));
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('a better one');
  await expectEveryLook(page, 'a new password');
  await press('Change Password');
  await expect(heading('Sign in again')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, { ...account, password: 'a better one' });
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible();

  // The link has worked once.
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill('yet another one');
  await press('Change Password');
  await expect(page.getByRole('alert')).toContainText('This link does not work: it was used before');

  await page.goto('/auth/mail#stop=unknown');
  await expect(heading('Stop alerts by e-mail?')).toBeVisible();
  await press('Stop these e-mails');
  await expect(page.getByRole('alert')).toContainText('This link does not work.');
});
