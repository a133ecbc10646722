import { expect, test } from 'vitest';
import { addMiss, guessLimits, waitMs, type Guessed, type Misses } from './guessLimits.ts';

const day = 86_400_000;
/** The share of all codes that is right at a time. */
const odds: Record<Exclude<Guessed, 'password'>, number> = { code: 1 / 10 ** 8, factor: 3 / 10 ** 6 };

/** Guesses that strangers spread evenly over a time; how many of them were compared with the code. */
function compared(what: Guessed, { guesses, lastsMs }: { guesses: number; lastsMs: number }): { compared: number; misses: Misses | null } {
  const limit = guessLimits[what].stranger;
  let misses: Misses | null = null;
  let count = 0;
  for (let n = 0; n < guesses; n += 1) {
    // Of 65,536 networks in turn: the account's misses count wherever they come from.
    const now = (n * lastsMs) / guesses;
    if (waitMs(misses, limit, now) > 0) continue;
    misses = addMiss(misses, limit, now);
    count += 1;
  }
  return { compared: count, misses };
}

test.each([
  ['code', 'an hour', day / 24],
  ['code', 'a day', day],
  ['code', 'a month', 30 * day],
  ['factor', 'an hour', day / 24],
  ['factor', 'a day', day],
  ['factor', 'a month', 30 * day],
] as const)('a million guesses at a %s over 65,536 networks in %s find it with a probability below 0.0001', (what, _time, lastsMs) => {
  const attack = compared(what, { guesses: 1_000_000, lastsMs });
  expect(1 - (1 - odds[what]) ** attack.compared).toBeLessThan(1e-4);
  // The owner, in a network where they have signed in before, has guesses of their own.
  expect(waitMs(attack.misses, guessLimits[what].stranger, lastsMs)).toBeGreaterThan(0);
  expect(waitMs(null, guessLimits[what].familiar, lastsMs)).toBe(0);
});

test('the wait doubles, has an end, and is forgiven', () => {
  const limit = { free: 3, firstWaitMs: 1000, longestWaitMs: 5000, forgiveMs: 60_000 };
  let misses: Misses | null = null;
  const waits: number[] = [];
  for (let n = 0; n < 7; n += 1) {
    misses = addMiss(misses, limit, 0);
    waits.push(waitMs(misses, limit, 0));
  }
  expect(waits).toEqual([0, 0, 1000, 2000, 4000, 5000, 5000]);
  expect(waitMs(misses, limit, 4000)).toBe(1000);
  expect(addMiss(misses, limit, 3 * 60_000).count).toBe(5);
  expect(addMiss(misses, limit, 60 * 60_000).count).toBe(1);
});
