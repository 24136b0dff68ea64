import { encodeHexLowerCase } from '@oslojs/encoding';

/** The newest version of the Graph API. Source: developers.facebook.com, "Changelog" (2026-07-29). */
export const GRAPH_VERSION = 'v26.0';

/** Proves to Meta that a call with a token comes from the server of the app. Source: "Secure Graph API calls". */
export async function proveSecret(
  { appSecret }: { appSecret: string },
  accessToken: string,
): Promise<string> {
  const encode = (text: string) => new TextEncoder().encode(text);
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encode(appSecret), hmac, false, ['sign']);
  return encodeHexLowerCase(new Uint8Array(await crypto.subtle.sign(hmac, key, encode(accessToken))));
}
