import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { loadSigningKey, seal, unseal } from '#worker/auth/signing.ts';
import type { AppEnv } from '#worker/env.ts';

const isSecure = (c: Context<AppEnv>): boolean => new URL(c.req.url).protocol === 'https:';

// The prefix makes browsers refuse the cookie from a subdomain or over http; local development has no https.
const fullName = (c: Context<AppEnv>, name: string): string => (isSecure(c) ? `__Host-${name}` : name);

const signingKey = (c: Context<AppEnv>): Promise<CryptoKey> =>
  loadSigningKey(c.env.DB, { secret: c.env.SESSION_SECRET || undefined, db: c.get('db') });

const options = (c: Context<AppEnv>) =>
  ({ httpOnly: true, sameSite: 'Lax', path: '/', secure: isSecure(c) }) as const;

export interface SealedCookie {
  name: 'session' | 'google';
  value: string;
  maxAgeMs: number;
}

/** Text of a signed cookie; null where it is absent or its signature is not ours. */
export async function readSealedCookie(
  c: Context<AppEnv>,
  name: SealedCookie['name'],
): Promise<string | null> {
  const sealed = getCookie(c, fullName(c, name));
  return sealed === undefined ? null : await unseal(await signingKey(c), name, sealed);
}

export async function writeSealedCookie(c: Context<AppEnv>, cookie: SealedCookie): Promise<void> {
  const value = await seal(await signingKey(c), cookie.name, cookie.value);
  const maxAge = Math.floor(cookie.maxAgeMs / 1000);
  setCookie(c, fullName(c, cookie.name), value, { ...options(c), maxAge });
}

export function clearCookie(c: Context<AppEnv>, name: SealedCookie['name']): void {
  deleteCookie(c, fullName(c, name), options(c));
}
