import type { Context } from 'hono';
import { DEVICE_MS } from '#contract/limits.ts';
import { seal, unseal } from '#worker/auth/signing.ts';
import type { AppEnv } from '#worker/env.ts';
import { readCookie, signingKey, writeCookie } from './sealed-cookie.ts';

/** Accounts that one browser is known in; the one that signed in longest ago is forgotten first. */
const MAX_ACCOUNTS = 5;

/** The ids of the account and of the browser, and the signature, as the cookie holds them. */
const ENTRY = /^[\w-]{36}\.[\w-]{36}\.[\w-]{43}$/;
const SEPARATOR = '~';

export interface DeviceAccount {
  id: string;
  passwordHash: string;
}

// With the hash in it, a new password makes strangers of all browsers: somebody who knew the old one is none that is known.
const purposeOf = ({ passwordHash }: DeviceAccount): string => `device:${passwordHash}`;

const readEntries = (c: Context<AppEnv>): string[] =>
  (readCookie(c, 'device') ?? '').split(SEPARATOR).filter((entry) => ENTRY.test(entry));

const isOf = (entry: string, accountId: string): boolean => entry.startsWith(`${accountId}.`);

/**
 * A name for this browser where it has signed in to the account with its password before, else null. So guesses of others
 * can't keep it out.
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

/** Forgets an account that is gone. */
export function forgetDevice(c: Context<AppEnv>, accountId: string): void {
  writeEntries(c, othersThan(c, accountId));
}

const othersThan = (c: Context<AppEnv>, accountId: string): string[] =>
  readEntries(c).filter((entry) => !isOf(entry, accountId));

function writeEntries(c: Context<AppEnv>, entries: readonly string[]): void {
  const value = entries.slice(0, MAX_ACCOUNTS).join(SEPARATOR);
  writeCookie(c, { name: 'device', value, maxAgeMs: value === '' ? 0 : DEVICE_MS });
}
