import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectAccessible, expectEveryLook } from './look.ts';
import { CLIENT_ADDRESS, expectMessage, inventAccount, openUserMenu } from './pages/account.ts';
import { googleOrigin, signInAtGoogle } from './pages/google.ts';

test.use({
  extraHTTPHeaders: CLIENT_ADDRESS,
  otherOrigins: async ({ baseURL }, provide) => {
    await provide([googleOrigin(baseURL), PICTURES]);
  },
});

const PICTURES = 'https://lh3.googleusercontent.com';
const PICTURE = `${PICTURES}/a/ada=s96-c`;
const NAMES = { given_name: 'Ada', family_name: 'Byron' };
const DRAWN = '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"/>';

/** A person of Google's, with an address that Google has verified. */
function inventPerson(email = inventAccount().email) {
  return { sub: `google-${crypto.randomUUID()}`, email, email_verified: true, ...NAMES };
}

async function continueWithGoogle(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Google' }).click();
}

async function expectSignedIn(page: Page, email: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === '/' && url.search === '');
  await openUserMenu(page);
  await expect(page.getByText('Ada Byron', { exact: true })).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
}

test('Continue with Google comes back signed in, goes on with a save of the work, and signs in again later', async ({
  page,
  wizard,
  baseURL,
}) => {
  const claims = { ...inventPerson(), picture: PICTURE };
  await signInAtGoogle(page.context(), googleOrigin(baseURL), { claims });
  await page.route(PICTURE, (route) => route.fulfill({ contentType: 'image/svg+xml', body: DRAWN }));
  await wizard.open();
  await wizard.openSample();
  await wizard.choose('Attribute 1', 'Source');
  await wizard.analyze(1);
  await wizard.button('Save Analysis').click();
  await page.waitForURL('**/auth/login');
  await continueWithGoogle(page);
  await expectMessage(page, 'Analysis Saved');
  await expect(wizard.button('Saved')).toBeVisible();
  await expectSignedIn(page, claims.email);
  await page.keyboard.press('Escape');
  const picture = page.getByRole('button', { name: 'Account menu of Ada Byron' }).locator('img');
  await expect(picture).toHaveAttribute('src', PICTURE);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96);
  await wizard.expectStep('Analysis Complete!');
  const saved = (await (await page.request.get('/api/analyses')).json()) as unknown[];
  expect(saved).toHaveLength(1);

  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('link', { name: 'Get started' }).click();
  await continueWithGoogle(page);
  await expectSignedIn(page, claims.email);
});

test('after a failed Google sign-in the second one works, and its account is deleted after Google has confirmed the owner', async ({
  page,
  baseURL,
}) => {
  const [claims, stranger] = [inventPerson(), inventPerson()];
  const google = googleOrigin(baseURL);
  await signInAtGoogle(page.context(), google, { error: 'access_denied' });
  await page.goto('/auth/login');
  await continueWithGoogle(page);
  await expectMessage(
    page,
    'Login failed',
    'Google sign-in was cancelled. Please try again, or use your email and password.',
  );
  await expect(page).toHaveURL('/auth/login');
  await expectAccessible(page);

  await signInAtGoogle(page.context(), google, { claims });
  await continueWithGoogle(page);
  await expectSignedIn(page, claims.email);
  await expect(page.getByRole('menuitem', { name: 'Change password' })).toHaveCount(0);

  // Somebody else at Google.
  await signInAtGoogle(page.context(), google, { claims: stranger });
  await page.getByRole('menuitem', { name: 'Delete account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await expect(dialog).toBeVisible();
  await expectEveryLook(page, 'the way to Google before a deletion');
  await dialog.getByRole('button', { name: 'Continue with Google' }).click();
  await expectMessage(page, 'Account not deleted');

  await signInAtGoogle(page.context(), google, { claims });
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: 'Delete account' }).click();
  await dialog.getByRole('button', { name: 'Continue with Google' }).click();
  await page.waitForURL('**/?confirmed=google');
  await expectEveryLook(page, 'a confirmed deletion');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expectMessage(page, 'Account deleted');
  await expect(page.getByRole('link', { name: 'Get started' })).toBeVisible();
});

test.describe('a password account whose address Google does not give out', () => {
  test.use({ refusals: ['/api/auth/google/link'] });

  test('is linked with its password, and has nothing to link any more', async ({
    page,
    account,
    baseURL,
  }) => {
    await page.context().clearCookies();
    const claims = inventPerson(account.email);
    await signInAtGoogle(page.context(), googleOrigin(baseURL), { claims });
    await page.goto('/auth/login');
    await continueWithGoogle(page);
    await page.waitForURL('**/auth/link');
    await expect(page.getByRole('heading', { level: 1, name: 'Link your account' })).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(account.email);
    await expectEveryLook(page, 'link your account');

    await page.getByRole('link', { name: 'operator of this site' }).click();
    await expect(page.getByRole('heading', { name: 'Contact' })).toBeInViewport();
    await page.goBack();

    const password = page.getByLabel('Password', { exact: true });
    await password.fill('not this one');
    await password.press('Enter');
    await expectMessage(page, 'Login failed', 'The password is not right. Please try again.');
    await password.fill(account.password);
    await page.getByRole('button', { name: 'Link to Google' }).click();
    await expectMessage(
      page,
      'Welcome back!',
      'Your account is now linked to Google. Your password works as before.',
    );
    await expectSignedIn(page, account.email);

    // The page has nothing to ask for any more.
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page.getByRole('link', { name: 'Get started' })).toBeVisible();
    await page.goto('/auth/link');
    await page.waitForURL('**/auth/login');
    await expectMessage(page, 'Login failed', 'This Google sign-in has expired. Please try again.');
  });
});
