const GROUPS = 8;
const NETWORK_GROUPS = 4;

const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'));

/**
 * The network that an IP address belongs to, as far as one customer has it: an IPv4 address itself, of an IPv6 address
 * its first 64 bits, since a customer has at least as many addresses as the other 64 can name.
 */
export function toNetwork(address: string): string {
  if (address.includes('.')) return address.slice(address.lastIndexOf(':') + 1); // IPv4, also in IPv6
  const [head = '', tail = ''] = address.split('::');
  const [left, right] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array<string>(Math.max(0, GROUPS - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right]
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
