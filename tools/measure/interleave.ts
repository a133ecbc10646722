/** Milliseconds of each run of one thing, in the order of the rounds. */
export type Samples = readonly number[];

/** The value below which the given share of the samples lies, `quantile(samples, 0.95)` for the 95th percentile. */
export function quantile(samples: Samples, share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new RangeError('There is no quantile of nothing');
  return value;
}

function batchesOf(samples: Samples, batches: number): Samples[] {
  const size = Math.floor(samples.length / batches);
  if (size < 1) throw new RangeError(`${samples.length} samples do not make ${batches} batches`);
  return Array.from({ length: batches }, (_, index) => samples.slice(index * size, (index + 1) * size));
}

const median = (values: readonly number[]) => quantile(values, 0.5);

/** A quantile that a busy minute of the machine does not move: the median of what each batch of rounds gives. */
export function steadyQuantile(samples: Samples, share: number, batches: number): number {
  return median(batchesOf(samples, batches).map((batch) => quantile(batch, share)));
}

/** The same of the ratio between two things that `interleave` timed together: each batch gives one, their median counts. */
export function steadyRatio(above: Samples, below: Samples, share: number, batches: number): number {
  const others = batchesOf(below, batches);
  return median(batchesOf(above, batches).map((batch, index) => quantile(batch, share) / quantile(others[index]!, share)));
}

type Options = {
  /** Measured runs of each. */
  rounds: number;
  /** Runs of each before the measured ones, which fill caches. */
  warmUp?: number;
};

/**
 * Times several things against each other: in every round each of them once, in an order that turns, so that a busy
 * moment of the machine hits all alike and their ratio stays true.
 */
export async function interleave<Name extends string>(
  tasks: Record<Name, () => Promise<unknown>>,
  { rounds, warmUp = 3 }: Options,
): Promise<Record<Name, Samples>> {
  const names = Object.keys(tasks) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -warmUp; round < rounds; round += 1) {
    const turn = (round + warmUp) % names.length;
    for (const name of [...names.slice(turn), ...names.slice(0, turn)]) {
      const startedAt = performance.now();
      await tasks[name]();
      if (round >= 0) samples[name].push(performance.now() - startedAt);
    }
  }
  return samples;
}
