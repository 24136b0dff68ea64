import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from '@oslojs/encoding';

const NONCE_BYTES = 12;
const encode = (text: string) => new TextEncoder().encode(text);

/** The key that tokens of Google are sealed with, and its version: another secret has another version. */
export interface SealingKey {
  key: CryptoKey;
  version: string;
}

/** The user and the kind of a token. */
export interface TokenOwner {
  userId: string;
  kind: 'refresh' | 'access';
}

const derivation = (info: string) => ({
  name: 'HKDF',
  hash: 'SHA-256',
  salt: new Uint8Array(),
  info: encode(info),
});

/** Derives the key from the operator's secret by HKDF (RFC 5869), apart from the key that signs cookies. */
export async function deriveSealingKey(secret: string): Promise<SealingKey> {
  const material = await crypto.subtle.importKey('raw', encode(secret), 'HKDF', false, [
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

// Bound to the sealed text: it opens for this user, this kind and this key only.
const algorithm = (iv: Uint8Array, version: string, { userId, kind }: TokenOwner) => ({
  name: 'AES-GCM',
  iv,
  additionalData: encode(JSON.stringify([version, userId, kind])),
});

/** Seals a token by AES-GCM with a fresh nonce of 96 bits, which stands before the sealed bytes. */
export async function sealToken(
  { key, version }: SealingKey,
  owner: TokenOwner,
  token: string,
): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt(algorithm(nonce, version, owner), key, encode(token));
  return encodeBase64urlNoPadding(new Uint8Array([...nonce, ...new Uint8Array(sealed)]));
}

/** The token; null where the text was sealed for another user, kind or key, or has been changed. */
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
