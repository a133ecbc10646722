import { expect, test } from 'vitest';
import { clientAddress, parseTrustedProxies } from './clientAddress.ts';

const two = parseTrustedProxies('2');
const networks = parseTrustedProxies('10.0.0.0/8, fd00::/8');

test.each([
  ['nobody is trusted: the peer counts, whatever it says', '203.0.113.9', '1.2.3.4', undefined, '203.0.113.9'],
  ['two proxies in front: the second from the end', '10.0.0.2', '6.6.6.6, 203.0.113.9, 10.0.0.1', two, '203.0.113.9'],
  ['fewer entries than proxies: the first there is', '10.0.0.2', '203.0.113.9', two, '203.0.113.9'],
  ['none at all: the peer', '10.0.0.2', undefined, two, '10.0.0.2'],
  ['a visitor who invents addresses moves nothing', '10.0.0.2', '1.1.1.1, 2.2.2.2, 3.3.3.3, 203.0.113.9, 10.0.0.1', two, '203.0.113.9'],
  ['a trusted network: the last address outside of it', '10.1.1.1', '6.6.6.6, 203.0.113.9, 10.0.0.1', networks, '203.0.113.9'],
  ['a peer outside of it is believed nothing', '203.0.113.9', '1.2.3.4', networks, '203.0.113.9'],
  ['a peer that both families show', '::ffff:10.0.0.2', '203.0.113.9', networks, '203.0.113.9'],
  ['IPv6', 'fd00::1', '2001:db8::7', networks, '2001:db8::7'],
  ['what is no address is skipped', '10.0.0.2', 'unknown, <script>, 203.0.113.9', networks, '203.0.113.9'],
] as const)('%s', (_, peer, forwarded, trusted, expected) => {
  expect(clientAddress(peer, forwarded, trusted)).toBe(expected);
});

test('what is neither a number nor a network is said', () => {
  for (const wrong of ['10.0.0.0/33', 'proxy.example', '10.0.0.0/8;', ''])
    expect(() => parseTrustedProxies(wrong)).toThrow('neither a number of proxies nor a network');
});
