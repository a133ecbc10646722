import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { clientAddress, parseTrustedProxies } from './clientAddress.ts';

const twoHops = parseTrustedProxies('2');
const networks = parseTrustedProxies('10.0.0.0/8, fd00::/8');

function requestFrom(peer: string, forwardedFor: string | undefined): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  return Object.assign(new IncomingMessage(socket), { headers: { 'x-forwarded-for': forwardedFor } });
}

test.each([
  ['no trusted proxies: the peer, whatever the header says', '203.0.113.9', '1.2.3.4', undefined, '203.0.113.9'],
  ['two proxies: the second entry from the end', '10.0.0.2', '6.6.6.6, 203.0.113.9, 10.0.0.1', twoHops, '203.0.113.9'],
  ['fewer entries than proxies: the first entry', '10.0.0.2', '203.0.113.9', twoHops, '203.0.113.9'],
  ['no header: the peer', '10.0.0.2', undefined, twoHops, '10.0.0.2'],
  ['addresses a visitor invented are ignored', '10.0.0.2', '1.1.1.1, 2.2.2.2, 3.3.3.3, 203.0.113.9, 10.0.0.1', twoHops, '203.0.113.9'],
  ['trusted networks: the last address outside of them', '10.1.1.1', '6.6.6.6, 203.0.113.9, 10.0.0.1', networks, '203.0.113.9'],
  ['an untrusted peer: the peer', '203.0.113.9', '1.2.3.4', networks, '203.0.113.9'],
  ['a peer in its IPv4-mapped form', '::ffff:10.0.0.2', '203.0.113.9', networks, '203.0.113.9'],
  ['an untrusted peer in its IPv4-mapped form', '::ffff:203.0.113.9', undefined, networks, '203.0.113.9'],
  ['IPv6', 'fd00::1', '2001:db8::7', networks, '2001:db8::7'],
  ['entries that are not addresses', '10.0.0.2', 'unknown, <script>, 203.0.113.9', networks, '203.0.113.9'],
  ['a trusted proxy that names no address: the peer', '10.0.0.2', 'unknown', networks, '10.0.0.2'],
] as const)('%s', (_, peer, forwardedFor, trusted, expected) => {
  expect(clientAddress(requestFrom(peer, forwardedFor), trusted)).toBe(expected);
});

test.each(['10.0.0.0/33', 'proxy.example', '10.0.0.0/8;', ''])('%j is neither a number of proxies nor a network', (text) => {
  expect(() => parseTrustedProxies(text)).toThrow(/invalid/);
});
