/** Durations of one task's runs in milliseconds, in order of the rounds. */
export type Samples = readonly number[];

/** The sample at the given quantile (nearest rank), such as `quantile(samples, 0.95)` for the 95th percentile. */
export function quantile(samples: Samples, share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new RangeError('Cannot take a quantile of no samples');
  return value;
}

function batchesOf(samples: Samples, batches: number): Samples[] {
  const size = Math.floor(samples.length / batches);
  if (size < 1) throw new RangeError(`${samples.length} samples are too few for ${batches} batches`);
  return Array.from({ length: batches }, (_, index) => samples.slice(index * size, (index + 1) * size));
}

const median = (values: readonly number[]) => quantile(values, 0.5);

/** The median of each batch's quantile, which a temporarily busy machine does not distort. */
export function steadyQuantile(samples: Samples, share: number, batches: number): number {
  return median(batchesOf(samples, batches).map((batch) => quantile(batch, share)));
}

/** The median of each batch's ratio between the quantiles of two tasks timed together by `interleave`. */
export function steadyRatio(above: Samples, below: Samples, share: number, batches: number): number {
  const others = batchesOf(below, batches);
  return median(batchesOf(above, batches).map((batch, index) => quantile(batch, share) / quantile(others[index]!, share)));
}

type Options = {
  /** Measured runs per task. */
  rounds: number;
  /** Unmeasured runs per task before that, which fill caches. */
  warmUp?: number;
};

/**
 * Times several tasks for comparison. Every round runs each task once, in rotating order, so that a busy machine affects all of them
 * alike and ratios stay valid.
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

/** As `interleave`, with several callers at once: every round runs each task once per caller, and every run is a sample. */
export async function interleaveConcurrently<Name extends string>(
  tasks: Record<Name, (caller: number) => Promise<unknown>>,
  { rounds, callers, warmUp = 2 }: Options & { callers: number },
): Promise<Record<Name, Samples>> {
  const names = Object.keys(tasks) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  const atOnce = (name: Name, isMeasured: boolean) => async () => {
    await Promise.all(
      Array.from({ length: callers }, async (_, caller) => {
        const startedAt = performance.now();
        await tasks[name](caller);
        if (isMeasured) samples[name].push(performance.now() - startedAt);
      }),
    );
  };
  const rounded = (isMeasured: boolean) =>
    Object.fromEntries(names.map((name) => [name, atOnce(name, isMeasured)])) as Record<Name, () => Promise<void>>;
  await interleave(rounded(false), { rounds: warmUp, warmUp: 0 });
  await interleave(rounded(true), { rounds, warmUp: 0 });
  return samples;
}
