import type { Page } from '@playwright/test';
import { CONNECTION_NAMES, PLATFORM_OF, type ConnectionKind } from '#contract/platforms.ts';

/** The stand-ins for Google, Meta and Microsoft: each one port above the other, and other sites. */
export const standIns = (baseURL = '') =>
  [1, 2, 3].map((above) => `http://127.0.0.1:${Number(new URL(baseURL).port) + above}`);

/** Somebody with this account at the service, as its stand-in takes it. */
export const personaOf = (kind: ConnectionKind, account: string): object =>
  PLATFORM_OF[kind] === 'google'
    ? { claims: { sub: `google-${account}`, email: account, email_verified: true } }
    : { account };

export const cardOf = (page: Page, kind: ConnectionKind) =>
  page.getByRole('listitem', { name: CONNECTION_NAMES[kind], exact: true });

/** Goes to a service and comes back. The stand-ins read from the address of the consent who is there, and what is allowed. */
export async function consent(page: Page, kind: ConnectionKind, persona: object): Promise<void> {
  const call = `**/api/connections/${kind}/connect`;
  await page.route(
    call,
    async (route) => {
      const response = await route.fetch();
      const url = new URL(((await response.json()) as { url: string }).url); // as the contract has it
      url.searchParams.set('login_hint', JSON.stringify(persona));
      await route.fulfill({ response, json: { url: url.href } });
    },
    { times: 1 },
  );
  await cardOf(page, kind).getByRole('button', { name: 'Connect' }).click();
}
