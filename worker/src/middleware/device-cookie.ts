import type { Context } from 'hono';
import { DEVICE_MS } from '#contract/limits.ts';
import { seal, unseal } from '#worker/auth/signing.ts';
import type { AppEnv } from '#worker/env.ts';
import { readCookie, signingKey, writeCookie } from './sealed-cookie.ts';

/** Accounts that the cookie holds. Beyond it, the account with the oldest sign-in is dropped. */
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

const readEntries = (c: Context<AppEnv>): string[] =>
  (readCookie(c, 'device') ?? '').split(SEPARATOR).filter((entry) => ENTRY.test(entry));

const isOf = (entry: string, accountId: string): boolean => entry.startsWith(`${accountId}.`);

/**
 * The id of this browser, or null where it has never signed in to the account with the password. A known browser has
 * a counter of its own, so that the guesses of strangers cannot lock out the owner.
 *
 * Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
 */
export async function readDevice(c: Context<AppEnv>, account: DeviceAccount): Promise<string | null> {
  const entry = readEntries(c).find((candidate) => isOf(candidate, account.id));
  return entry === undefined ? null : await unseal(await signingKey(c), purposeOf(account), entry);
}

/** Remembers that this browser has signed in to the account. */
export async function rememberDevice(c: Context<AppEnv>, account: DeviceAccount): Promise<void> {
  const device = (await readDevice(c, account)) ?? `${account.id}.${crypto.randomUUID()}`;
  const entry = await seal(await signingKey(c), purposeOf(account), device);
  writeEntries(c, [entry, ...othersThan(c, account.id)]);
}

/** Removes a deleted account from the cookie. */
export function forgetDevice(c: Context<AppEnv>, accountId: string): void {
  writeEntries(c, othersThan(c, accountId));
}

const othersThan = (c: Context<AppEnv>, accountId: string): string[] =>
  readEntries(c).filter((entry) => !isOf(entry, accountId));

function writeEntries(c: Context<AppEnv>, entries: readonly string[]): void {
  const value = entries.slice(0, MAX_ACCOUNTS).join(SEPARATOR);
  writeCookie(c, { name: 'device', value, maxAgeMs: value === '' ? 0 : DEVICE_MS });
}
