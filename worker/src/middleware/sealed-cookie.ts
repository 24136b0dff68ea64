import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { loadSigningKey, seal, unseal } from '#worker/auth/signing.ts';
import { SIGNED_OUT_COOKIE, SIGNED_OUT_MS } from '#contract/limits.ts';
import type { AppEnv } from '#worker/env.ts';

const isSecure = (c: Context<AppEnv>): boolean => new URL(c.req.url).protocol === 'https:';

// The prefix makes browsers refuse the cookie from a subdomain or over http; local development has no https.
const fullName = (c: Context<AppEnv>, name: string): string => (isSecure(c) ? `__Host-${name}` : name);

/** The key that signs cookies and all other texts that only the server may make. */
export const signingKey = (c: Context<AppEnv>): Promise<CryptoKey> =>
  loadSigningKey(c.env.DB, { secret: c.env.SESSION_SECRET || undefined, db: c.get('db') });

const options = (c: Context<AppEnv>) =>
  ({ httpOnly: true, sameSite: 'Lax', path: '/', secure: isSecure(c) }) as const;

export interface SealedCookie {
  name: 'session' | 'google' | 'google-link' | 'google-proof';
  value: string;
  maxAgeMs: number;
}

/** Any cookie of this site. The device cookie is not signed as a whole: each of its entries is. */
export interface Cookie extends Omit<SealedCookie, 'name'> {
  name: SealedCookie['name'] | 'device';
}

export const readCookie = (c: Context<AppEnv>, name: Cookie['name']): string | undefined =>
  getCookie(c, fullName(c, name));

export function writeCookie(c: Context<AppEnv>, { name, value, maxAgeMs }: Cookie): void {
  setCookie(c, fullName(c, name), value, { ...options(c), maxAge: Math.floor(maxAgeMs / 1000) });
}

export function clearCookie(c: Context<AppEnv>, name: Cookie['name']): void {
  deleteCookie(c, fullName(c, name), options(c));
}

/** Removes the session cookie and sets the one that tells the page of the sign-out. */
export function forgetSession(c: Context<AppEnv>): void {
  clearCookie(c, 'session');
  const forPage = { ...options(c), httpOnly: false, maxAge: SIGNED_OUT_MS / 1000 };
  setCookie(c, SIGNED_OUT_COOKIE, 'yes', forPage);
}

/** Text of a signed cookie; null where it is absent or its signature is not ours. */
export async function readSealedCookie(
  c: Context<AppEnv>,
  name: SealedCookie['name'],
): Promise<string | null> {
  const sealed = readCookie(c, name);
  return sealed === undefined ? null : await unseal(await signingKey(c), name, sealed);
}

export async function writeSealedCookie(c: Context<AppEnv>, cookie: SealedCookie): Promise<void> {
  const value = await seal(await signingKey(c), cookie.name, cookie.value);
  writeCookie(c, { ...cookie, value });
}
