import type { Context } from 'hono';
import type { AppEnv } from '#worker/env.ts';

const IPV6_NETWORK_GROUPS = 4;

/** An IPv6 customer has a whole /64 of addresses, so those count as one. */
function toNetwork(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right];
  return groups.slice(0, IPV6_NETWORK_GROUPS).join(':');
}

/**
 * Hash of the client's network. Only the header that Cloudflare itself sets is trusted; where it is missing, nothing is
 * in front of the Worker that could be trusted, and there is no address.
 */
export async function clientAddress(c: Context<AppEnv>): Promise<string | null> {
  const address = c.req.header('CF-Connecting-IP');
  if (!address) return null;
  const bytes = new TextEncoder().encode(toNetwork(address));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return digest.toHex();
}
