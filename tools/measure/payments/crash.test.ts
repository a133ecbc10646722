import { expect, test } from 'vitest';
import { crashRounds } from './crashRounds.ts';

test('a server killed during payments recovers every charge', async () => {
  const { charges, paidOnce, faults } = await crashRounds({ rounds: 2, log: () => undefined });
  expect(faults).toEqual([]);
  expect(charges).toBeGreaterThanOrEqual(6);
  expect(paidOnce).toBe(charges);
}, 240_000);
