/** Random choices that a seed repeats. */
export type Random = {
  /** At least 0 and less than 1. */
  next(): number;
  pick<T>(values: readonly T[]): T;
  /** True with this probability. */
  chance(probability: number): boolean;
};

/** Creates random choices from a seed: mulberry32, which is enough for picking test values. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    chance: (probability) => next() < probability,
    pick(values) {
      const value = values[Math.floor(next() * values.length)];
      if (value === undefined) throw new Error('There is nothing to pick from.');
      return value;
    },
  };
}
