import type { ConnectionKey } from '#worker/db/connections.ts';
import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding';

const NONCE_BYTES = 12;

/** A text in UTF-8. */
export const utf8Bytes = (text: string) => new TextEncoder().encode(text);

/** The key that tokens are sealed with, and its version: another secret has another version. */
export interface SealingKey {
  key: CryptoKey;
  version: string;
}

/** The connection that a token belongs to, and which of its two it is. */
export interface TokenOwner extends ConnectionKey {
  token: 'refresh' | 'access';
}

/** HKDF with this purpose. */
export const derivation = (info: string) => ({
  name: 'HKDF',
  hash: 'SHA-256',
  salt: new Uint8Array(),
  info: utf8Bytes(info),
});

/** Derives the key from the operator's secret by HKDF (RFC 5869), apart from the key that signs cookies. */
export async function deriveSealingKey(secret: string): Promise<SealingKey> {
  const material = await crypto.subtle.importKey('raw', utf8Bytes(secret), 'HKDF', false, [
    'deriveKey',
    'deriveBits',
  ]);
  const aes = { name: 'AES-GCM', length: 256 };
  const key = await crypto.subtle.deriveKey(derivation('google sheets tokens'), material, aes, false, [
    'encrypt',
    'decrypt',
  ]);
  const version = await crypto.subtle.deriveBits(derivation('google sheets key version'), material, 64);
  return { key, version: encodeBase64urlNoPadding(new Uint8Array(version)) };
}

// Bound to the sealed text: it opens for this user, this connection, this token and this key only. Tokens for Google Sheets were
// sealed without a kind before there were others, and stay readable.
const algorithm = (iv: Uint8Array, version: string, { userId, kind, token }: TokenOwner) => ({
  name: 'AES-GCM',
  iv,
  additionalData: utf8Bytes(JSON.stringify([version, userId, token, ...(kind === 'sheets' ? [] : [kind])])),
});

/** Seals a token by AES-GCM with a fresh nonce of 96 bits, which stands before the sealed bytes. */
export async function sealToken(
  { key, version }: SealingKey,
  owner: TokenOwner,
  text: string,
): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt(algorithm(nonce, version, owner), key, utf8Bytes(text));
  return encodeBase64urlNoPadding(new Uint8Array([...nonce, ...new Uint8Array(sealed)]));
}

/** The token; null where the text was sealed for another user, connection, token or key, or has been changed. */
export async function openToken(
  { key, version }: SealingKey,
  owner: TokenOwner,
  sealed: string,
): Promise<string | null> {
  try {
    const bytes = decodeBase64urlIgnorePadding(sealed);
    const nonce = bytes.slice(0, NONCE_BYTES);
    const opened = await crypto.subtle.decrypt(
      algorithm(nonce, version, owner),
      key,
      bytes.slice(NONCE_BYTES),
    );
    return new TextDecoder().decode(opened);
  } catch {
    return null;
  }
}
