import { expect, test } from 'vitest';
import { crashRounds } from './crashRounds.ts';

test('a server killed during payments recovers every charge', async () => {
  const { charges, paidOnce, unsent, faults } = await crashRounds({ rounds: 2, log: () => undefined });
  expect(faults).toEqual([]);
  // A kill between the stored attempt and the provider's answer leaves the order open, and its buyer pays again later.
  expect(charges + unsent).toBe(6);
  expect(charges).toBeGreaterThan(0);
  expect(paidOnce).toBe(charges);
}, 240_000);
