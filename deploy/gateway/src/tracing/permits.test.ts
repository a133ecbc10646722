import { expect, test } from 'vitest';
import { createPermits } from './permits.ts';

test('each address has a burst, then what its bucket gains', () => {
  let now = 0;
  const take = createPermits({ burst: 3, perSecond: 2 }, () => now);
  expect([take('a'), take('a'), take('a'), take('a')]).toEqual([true, true, true, false]);
  expect(take('b')).toBe(true);
  now = 499;
  expect(take('a')).toBe(false);
  now = 1_000;
  expect([take('a'), take('a'), take('a')]).toEqual([true, true, false]);
  now = 60_000;
  expect([take('a'), take('a'), take('a'), take('a')]).toEqual([true, true, true, false]);
});

test('of more addresses than it keeps, the ones seen last are held to their limit', () => {
  const take = createPermits({ burst: 1, perSecond: 0 }, () => 0);
  take('first');
  for (let n = 0; n < 10_000; n += 1) take(`address ${n}`);
  expect(take('address 9999')).toBe(false);
  expect(take('first')).toBe(true);
});
