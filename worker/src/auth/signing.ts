import { encodeBase64urlNoPadding } from '@oslojs/encoding';
import type { Database } from '#worker/db/client.ts';
import { findOrStoreSetting } from '#worker/db/settings.ts';
import { derivation, utf8Bytes } from './token-sealing.ts';

const HMAC = { name: 'HMAC', hash: 'SHA-256' };
const KEY_BYTES = 32;

export const randomToken = (): string =>
  encodeBase64urlNoPadding(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));

const importKey = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', utf8Bytes(secret), HMAC, false, ['sign']);

/** The name under which the database keeps the key of a deployment without a secret. */
export const SIGNING_KEY = 'signing_key';

interface KeySource {
  /** The operator's secret; without one a random key is made once and kept in the database. */
  secret: string | undefined;
  db: Database;
}

// One key per isolate and database. Only finished keys are cached: a request must never wait for another request's key.
const keys = new WeakMap<object, { secret: string | undefined; key: CryptoKey }>();

/** The key that signs cookies, cached for the binding `owner`. */
export async function loadSigningKey(owner: object, { secret, db }: KeySource): Promise<CryptoKey> {
  const known = keys.get(owner);
  if (known && known.secret === secret) return known.key;
  const key = await importKey(secret ?? (await findOrStoreSetting(db, SIGNING_KEY, randomToken())));
  keys.set(owner, { secret, key });
  return key;
}

/** HMAC-SHA-256 of a text, as 43 characters of base64url. */
export async function sign(key: CryptoKey, text: string): Promise<string> {
  return encodeBase64urlNoPadding(new Uint8Array(await crypto.subtle.sign(HMAC, key, utf8Bytes(text))));
}

/** `text.signature`. The purpose is signed as well, so that a text sealed for one can't be passed off for another. */
export async function seal(key: CryptoKey, purpose: string, text: string): Promise<string> {
  return `${text}.${await sign(key, `${purpose}:${text}`)}`;
}

/** The sealed text, or null unless the signature is exactly right. Compared in constant time. */
export async function unseal(key: CryptoKey, purpose: string, sealed: string): Promise<string | null> {
  const dot = sealed.lastIndexOf('.');
  if (dot < 0) return null;
  const text = sealed.slice(0, dot);
  const given = utf8Bytes(sealed.slice(dot + 1));
  const expected = utf8Bytes(await sign(key, `${purpose}:${text}`));
  return given.length === expected.length && crypto.subtle.timingSafeEqual(given, expected) ? text : null;
}

const KEY_BITS = 256;

/**
 * The key from which a browser makes the ids of leads that have none: HKDF of the operator's secret, for one conversion action
 * of one account. Everybody who sends there gets the same one, so that colleagues send no lead twice. With another secret the same
 * leads get other ids.
 */
export async function deriveTransactionKey(
  secret: string,
  { account, action }: { account: string; action: string },
): Promise<string> {
  const material = await crypto.subtle.importKey('raw', utf8Bytes(secret), 'HKDF', false, ['deriveBits']);
  const info = derivation(`google ads transaction ids ${account} ${action}`);
  return encodeBase64urlNoPadding(new Uint8Array(await crypto.subtle.deriveBits(info, material, KEY_BITS)));
}
