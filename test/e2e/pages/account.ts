import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test';

export interface Account {
  email: string;
  password: string;
}

export function inventAccount(): Account {
  return { email: `user-${crypto.randomUUID()}@example.com`, password: `correct horse ${Math.random()}` };
}

/**
 * The address that a browser comes from, one per run: sign-ups are limited by the hour. Beyond this machine only
 * Cloudflare can set this header. The addresses are those that RFC 3849 keeps for examples.
 */
export const CLIENT_ADDRESS = {
  'CF-Connecting-IP': `2001:db8:${hexadecimal()}:${hexadecimal()}::1`,
};

function hexadecimal(): string {
  return Math.floor(Math.random() * 0x10000).toString(16);
}

/** Makes a user by a call, and leaves the browser signed in. */
export async function createAccount(context: BrowserContext, origin: string): Promise<Account> {
  const account = inventAccount();
  const headers = { ...CLIENT_ADDRESS, Origin: origin };
  const answer = await context.request.post(`${origin}/api/auth/signup`, { data: account, headers });
  expect(answer.status()).toBe(201);
  return account;
}

export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function openUserMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click();
}

/** A press after which a message stands for half a second, until the page is left: it is looked for before it comes. */
export async function pressAndExpectMessage(button: Locator, ...texts: string[]): Promise<void> {
  const message = button
    .page()
    .waitForFunction((all) => all.every((text) => document.body.innerText.includes(text)), texts);
  await button.click();
  await message;
}

/** Shows a message, and its text below the title: in one look, since a message ends after seconds. */
export async function expectMessage(page: Page, title: string, text?: string): Promise<void> {
  const messages = page.getByRole('region', { name: /^Notifications/ }).locator('li');
  const titled = messages.filter({ has: page.getByText(title, { exact: true }) });
  const wanted = text ? titled.filter({ has: page.getByText(text, { exact: true }) }) : titled;
  await expect(wanted.first()).toBeVisible();
}
