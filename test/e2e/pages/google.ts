import type { BrowserContext } from '@playwright/test';
import { PERSONA_COOKIE, type Persona } from '../../support/google-provider.ts';

/** Where the provider in Google's place is: one port above the application, and another site. */
export function googleOrigin(baseURL = ''): string {
  const url = new URL(baseURL);
  return `http://127.0.0.1:${Number(url.port) + 1}`;
}

/** Somebody signed in at the provider, in this browser. */
export async function signInAtGoogle(
  context: BrowserContext,
  origin: string,
  persona: Persona,
): Promise<void> {
  const value = encodeURIComponent(JSON.stringify(persona));
  await context.addCookies([{ name: PERSONA_COOKIE, value, url: origin }]);
}
