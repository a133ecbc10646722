import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import proxyAddress from 'proxy-addr';

/** Whether the proxy at this address, so many hops away (0 is the connection's own peer), is trusted to name its caller. */
export type TrustedProxies = (address: string, hop: number) => boolean;

/** Reads `2` (proxies in front of the gateway) or `10.0.0.0/8, fd00::/8` (networks they are in). Throws for anything else. */
export function parseTrustedProxies(text: string): TrustedProxies {
  if (/^\d{1,2}$/.test(text.trim())) return (_address, hop) => hop < Number(text);
  return proxyAddress.compile(text.split(',').map((network) => network.trim()));
}

/** Undoes the IPv6 form in which a dual-stack socket reports an IPv4 address. */
const unmapped = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

/** The visitor's address: only what trusted proxies appended to `X-Forwarded-For` counts, the rest is whatever the visitor sent. */
export function clientAddress(request: IncomingMessage, trusted: TrustedProxies = () => false): string {
  const address = unmapped(proxyAddress(request, trusted));
  return isIP(address) === 0 ? unmapped(request.socket.remoteAddress ?? '') : address;
}

/** Reads the visitor's address from a request; undefined for an in-process call, which has no connection. */
export function createAddressReader(trusted: TrustedProxies | undefined) {
  return ({ env }: Context<{ Bindings: Partial<HttpBindings> | undefined }>): string | undefined =>
    env?.incoming?.socket.remoteAddress === undefined ? undefined : clientAddress(env.incoming, trusted);
}
