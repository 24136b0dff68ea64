import { encodeBase64urlNoPadding } from '@oslojs/encoding';
import { derivation } from './token-sealing.ts';

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
  const bytes = new TextEncoder().encode(secret);
  const material = await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveBits']);
  const info = derivation(`google ads transaction ids ${account} ${action}`);
  return encodeBase64urlNoPadding(new Uint8Array(await crypto.subtle.deriveBits(info, material, KEY_BITS)));
}
