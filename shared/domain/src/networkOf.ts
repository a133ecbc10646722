import * as z from 'zod/mini';

const ipv4 = z.ipv4();
const ipv6 = z.ipv6();

/** Anyone who has no address, or none that can be read, shares one network with all others like that. */
export const unknownNetwork = 'unknown';

/** The network that an address counts as: an IPv4 address itself, the /64 of an IPv6 address, which one household or device has to itself. */
export function networkOf(address: string | undefined): string {
  const given = (address ?? '')
    .trim()
    .toLowerCase()
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=[\d.]+$)/, '');
  if (ipv4.safeParse(given).success) return given;
  if (!ipv6.safeParse(given).success) return unknownNetwork;
  const [head = '', tail] = given.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = tail === undefined ? first : [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
