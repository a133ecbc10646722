import { expect, test } from 'vitest';
import { networkOf } from './networkOf.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8::ffff:1:2:3:4', '2001:db8:0:ffff::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  [' 203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:4711', 'unknown'],
  ['999.0.113.9', 'unknown'],
  ['somebody else', 'unknown'],
  ['2001:db8:1', 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
])('%s is in the network %s', (address, network) => expect(networkOf(address)).toBe(network));
