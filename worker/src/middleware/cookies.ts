import { createMiddleware } from 'hono/factory';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { AttemptCookie } from '#worker/auth/attempts.ts';
import { loadSigningKey, seal, unseal } from '#worker/auth/signing.ts';
import {
  DEVICE_MS,
  SESSION_IDLE_MS,
  SIGNED_IN_COOKIE,
  SIGNED_OUT_COOKIE,
  SIGNED_OUT_MS,
} from '#contract/limits.ts';
import type { AppContext, AppEnv } from '#worker/env.ts';

const isSecure = (c: AppContext): boolean => new URL(c.req.url).protocol === 'https:';

// The prefix makes browsers refuse the cookie from a subdomain or over http; local development has no https.
const fullName = (c: AppContext, name: string): string => (isSecure(c) ? `__Host-${name}` : name);

/** The key that signs cookies and all other texts that the server must recognise as its own. */
export const signingKey = (c: AppContext): Promise<CryptoKey> =>
  loadSigningKey(c.env.DB, { secret: c.env.SESSION_SECRET || undefined, db: c.get('db') });

const options = (c: AppContext) =>
  ({ httpOnly: true, sameSite: 'Lax', path: '/', secure: isSecure(c) }) as const;

interface SealedCookie {
  name: 'session' | AttemptCookie;
  value: string;
  maxAgeMs: number;
}

/** Any cookie of this site. The device cookie is not signed as a whole, since each of its entries is signed. */
interface Cookie extends Omit<SealedCookie, 'name'> {
  name: SealedCookie['name'] | 'device';
}

const readCookie = (c: AppContext, name: Cookie['name']): string | undefined =>
  getCookie(c, fullName(c, name));

function writeCookie(c: AppContext, { name, value, maxAgeMs }: Cookie): void {
  setCookie(c, fullName(c, name), value, { ...options(c), maxAge: Math.floor(maxAgeMs / 1000) });
}

export function clearCookie(c: AppContext, name: Cookie['name']): void {
  deleteCookie(c, fullName(c, name), options(c));
}

/** A cookie for the scripts of the page. An age of 0 removes it. */
function tellPage(
  c: AppContext,
  name: typeof SIGNED_IN_COOKIE | typeof SIGNED_OUT_COOKIE,
  maxAgeMs: number,
): void {
  const forPage = { ...options(c), httpOnly: false, maxAge: Math.floor(maxAgeMs / 1000) };
  setCookie(c, fullName(c, name), 'yes', forPage);
}

/** Sets the session cookie, and beside it the hint for the page. */
export async function rememberSession(c: AppContext, token: string, maxAgeMs: number): Promise<void> {
  await writeSealedCookie(c, { name: 'session', value: token, maxAgeMs });
  tellPage(c, SIGNED_IN_COOKIE, maxAgeMs);
}

/** Removes the session cookie and the hint, and sets the cookie that tells the page of the sign-out. */
export function forgetSession(c: AppContext): void {
  clearCookie(c, 'session');
  tellPage(c, SIGNED_IN_COOKIE, 0);
  tellPage(c, SIGNED_OUT_COOKIE, SIGNED_OUT_MS);
}

/** Puts the hint right where it says something else than the session cookie: the browser may have lost one of the two. */
export const correctHint = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const isHinted = getCookie(c, fullName(c, SIGNED_IN_COOKIE)) !== undefined;
  const isPresented = readCookie(c, 'session') !== undefined;
  if (isHinted !== isPresented) tellPage(c, SIGNED_IN_COOKIE, isPresented ? SESSION_IDLE_MS : 0);
});

/** Text of a signed cookie; null where it is absent or its signature is not ours. */
export async function readSealedCookie(c: AppContext, name: SealedCookie['name']): Promise<string | null> {
  const sealed = readCookie(c, name);
  return sealed === undefined ? null : await unseal(await signingKey(c), name, sealed);
}

export async function writeSealedCookie(c: AppContext, cookie: SealedCookie): Promise<void> {
  const value = await seal(await signingKey(c), cookie.name, cookie.value);
  writeCookie(c, { ...cookie, value });
}

/** The cookie holds at most this many accounts. One more replaces the account with the oldest sign-in. */
const MAX_ACCOUNTS = 5;

/** One entry of the cookie: id of the account, id of the browser, signature. */
const ENTRY = /^[\w-]{36}\.[\w-]{36}\.[\w-]{43}$/;
const SEPARATOR = '~';

export interface DeviceAccount {
  id: string;
  passwordHash: string;
}

// The signature covers the password hash: after a new password no browser is known, as one of them may belong to a thief.
const purposeOf = ({ passwordHash }: DeviceAccount): string => `device:${passwordHash}`;

const readEntries = (c: AppContext): string[] =>
  (readCookie(c, 'device') ?? '').split(SEPARATOR).filter((entry) => ENTRY.test(entry));

const isOf = (entry: string, accountId: string): boolean => entry.startsWith(`${accountId}.`);

/**
 * The id of this browser, or null where it has never signed in to the account with the password. A known browser has
 * a counter of its own, so that the guesses of strangers cannot lock out the owner.
 *
 * Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 */
export async function readDevice(c: AppContext, account: DeviceAccount): Promise<string | null> {
  const entry = readEntries(c).find((candidate) => isOf(candidate, account.id));
  return entry === undefined ? null : await unseal(await signingKey(c), purposeOf(account), entry);
}

/** The accounts that the cookie names, whether this browser was in them or not: `readDevice` tells. */
export const listDeviceAccounts = (c: AppContext): string[] =>
  readEntries(c)
    .slice(0, MAX_ACCOUNTS)
    .flatMap((entry) => entry.split('.', 1));

/** Remembers that this browser has signed in to the account. */
export async function rememberDevice(c: AppContext, account: DeviceAccount): Promise<void> {
  const device = (await readDevice(c, account)) ?? `${account.id}.${crypto.randomUUID()}`;
  const entry = await seal(await signingKey(c), purposeOf(account), device);
  writeEntries(c, [entry, ...othersThan(c, account.id)]);
}

/** Removes a deleted account from the cookie. */
export function forgetDevice(c: AppContext, accountId: string): void {
  writeEntries(c, othersThan(c, accountId));
}

const othersThan = (c: AppContext, accountId: string): string[] =>
  readEntries(c).filter((entry) => !isOf(entry, accountId));

function writeEntries(c: AppContext, entries: readonly string[]): void {
  const value = entries.slice(0, MAX_ACCOUNTS).join(SEPARATOR);
  writeCookie(c, { name: 'device', value, maxAgeMs: value === '' ? 0 : DEVICE_MS });
}
