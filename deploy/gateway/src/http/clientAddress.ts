import { BlockList, isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** Proxies whose word about a visitor's address counts: so many hops in front of the gateway, or networks they are in. */
export type TrustedProxies = { hops: number } | { networks: BlockList };

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
/** An IPv4 address as a socket of both families shows it. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

/** Reads `2` or `10.0.0.0/8, fd00::/8`. Throws with what is neither. */
export function parseTrustedProxies(text: string): TrustedProxies {
  if (/^\d{1,2}$/.test(text.trim())) return { hops: Number(text) };
  const networks = new BlockList();
  for (const part of text.split(',').map((entry) => entry.trim())) {
    const [network = '', bits] = part.split('/');
    const longest = isIP(network) === 6 ? 128 : 32;
    const prefix = bits === undefined ? longest : Number(bits);
    if (isIP(network) === 0 || !Number.isInteger(prefix) || prefix < 0 || prefix > longest)
      throw new Error(`"${part}" is neither a number of proxies nor a network such as 10.0.0.0/8`);
    networks.addSubnet(network, prefix, family(network));
  }
  return { networks };
}

/**
 * The visitor's address. Every proxy adds to the end of `X-Forwarded-For` whom it heard from, so only what trusted ones
 * added counts: the rest is whatever the visitor wrote there.
 */
export function clientAddress(peer: string, forwarded: string | undefined, trusted: TrustedProxies | undefined): string {
  const told = (forwarded ?? '')
    .split(',')
    .map((entry) => plain(entry.trim()))
    .filter((entry) => isIP(entry) !== 0);
  const hops = [...told, plain(peer)];
  if (!trusted) return plain(peer);
  if ('hops' in trusted) return hops.at(-1 - Math.min(trusted.hops, told.length)) ?? plain(peer);
  return hops.findLast((address) => !trusted.networks.check(address, family(address))) ?? hops[0] ?? plain(peer);
}

/** Address of a request's visitor; undefined for a call in process, without a connection. */
export function createAddressReader(trusted: TrustedProxies | undefined): (c: Context) => string | undefined {
  return (c) => {
    try {
      const { address } = getConnInfo(c).remote;
      return address === undefined ? undefined : clientAddress(address, c.req.header('x-forwarded-for'), trusted);
    } catch {
      return undefined;
    }
  };
}
