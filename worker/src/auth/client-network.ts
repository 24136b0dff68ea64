const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * The network that an IP address belongs to, as far as one customer has it: an IPv4 address itself, of an IPv6 address
 * its first 64 bits, since a customer has at least as many addresses as the other 64 can name.
 */
export function toNetwork(address: string): string {
  if (!address.includes(':')) return address;
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1); // IPv4 in IPv6
  const [head = '', tail = null] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === null || tail === '' ? [] : tail.split(':');
  const zeros = Math.max(0, GROUPS - left.length - right.length);
  const groups = [...left, ...Array<string>(tail === null ? 0 : zeros).fill('0'), ...right];
  return groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
