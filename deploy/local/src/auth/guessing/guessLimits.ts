/** Wrong guesses at one secret, and when the last was made (milliseconds). */
export type Misses = { count: number; lastAt: number };

/** After `free` misses each further guess waits twice as long as the one before; one miss is forgiven for every quiet `forgiveMs`. */
type GuessLimit = { free: number; firstWaitMs: number; longestWaitMs: number; forgiveMs: number };

const minutes = 60_000;
const hours = 60 * minutes;
const days = 24 * hours;

/**
 * What is guessed, and by whom: somebody in a network where the account has signed in before counts apart from the rest of the
 * world, so that strangers who use up their guesses lock nobody out.
 */
export const guessLimits = {
  password: {
    stranger: { free: 10, firstWaitMs: 30_000, longestWaitMs: 15 * minutes, forgiveMs: hours },
    familiar: { free: 10, firstWaitMs: 10_000, longestWaitMs: 5 * minutes, forgiveMs: 10 * minutes },
  },
  // A mailed code of eight digits.
  code: {
    stranger: { free: 10, firstWaitMs: minutes, longestWaitMs: days, forgiveMs: days },
    familiar: { free: 10, firstWaitMs: minutes, longestWaitMs: hours, forgiveMs: hours },
  },
  // Six digits, of which three are right at a time. Who guesses here knows the password.
  factor: {
    stranger: { free: 5, firstWaitMs: minutes, longestWaitMs: 7 * days, forgiveMs: 7 * days },
    familiar: { free: 5, firstWaitMs: minutes, longestWaitMs: 6 * hours, forgiveMs: days },
  },
} satisfies Record<string, { stranger: GuessLimit; familiar: GuessLimit }>;

export type Guessed = keyof typeof guessLimits;

const remembered = ({ count, lastAt }: Misses, { forgiveMs }: GuessLimit, now: number) =>
  Math.max(0, count - Math.floor((now - lastAt) / forgiveMs));

/** How long the next guess has to wait; 0 when it may be made now. */
export function waitMs(misses: Misses | null, limit: GuessLimit, now: number): number {
  const tooMany = misses ? remembered(misses, limit, now) - limit.free : -1;
  if (!misses || tooMany < 0) return 0;
  return Math.max(0, misses.lastAt + Math.min(limit.longestWaitMs, limit.firstWaitMs * 2 ** tooMany) - now);
}

/** The misses after one more. */
export function addMiss(misses: Misses | null, limit: GuessLimit, now: number): Misses {
  return { count: (misses ? remembered(misses, limit, now) : 0) + 1, lastAt: now };
}
