import { interleaveConcurrently, quantile, steadyQuantile, steadyRatio } from './interleave.ts';
import { atMost, ratioAtMost, type Finding } from './benchmark.ts';
import type { Write } from './loadedSchools.ts';

type Tasks = Record<string, Write>;
type Compared = { what: string; p95: number; ratio: number };

const callers = 4;
const batches = 4;
const limitMs = 150;
const limitRatio = 1.5;
/** What exceeded a limit is measured again, longer: a busy machine exceeds it once, a slow statement every time. */
const roundsOfAttempts = [16, 32, 64];

const isWithin = ({ p95, ratio }: Compared) => p95 <= limitMs && ratio <= limitRatio;

async function compareOne(what: string, small: Write, large: Write): Promise<Compared> {
  let compared: Compared = { what, p95: Infinity, ratio: Infinity };
  for (const rounds of roundsOfAttempts) {
    const samples = await interleaveConcurrently({ small, large }, { rounds, callers });
    compared = { what, p95: steadyQuantile(samples.large, 0.95, batches), ratio: steadyRatio(samples.large, samples.small, 0.95, batches) };
    if (isWithin(compared)) break;
  }
  return compared;
}

/** Runs the same tasks, four at once, on a small and a large installation and compares them: the slowest and the highest ratio of all, and every one beyond. */
export async function compareSizes(group: string, small: Tasks, large: Tasks, log: (line: string) => void): Promise<Finding[]> {
  const compared: Compared[] = [];
  for (const [what, task] of Object.entries(large)) {
    const other = small[what];
    if (!other) throw new Error(`${what} is missing on the small side.`);
    const one = await compareOne(what, other, task);
    log(`${group}: ${what}: p95 ${one.p95.toFixed(1)} ms, ${one.ratio.toFixed(2)}x`);
    compared.push(one);
  }
  const slowest = compared.toSorted((a, b) => b.p95 - a.p95)[0];
  const steepest = compared.toSorted((a, b) => b.ratio - a.ratio)[0];
  if (!slowest || !steepest) return [];
  const beyond = compared.filter((one) => !isWithin(one) && one !== slowest && one !== steepest);
  const median = quantile(
    compared.map(({ ratio }) => ratio),
    0.5,
  );
  return [
    atMost(`${group}: slowest of ${compared.length}, p95 (${slowest.what})`, slowest.p95, limitMs),
    ratioAtMost(`${group}: highest ratio (${steepest.what})`, steepest.ratio, limitRatio, `median ${median.toFixed(2)}x`),
    ...beyond.map(({ what, p95, ratio }) =>
      ratioAtMost(
        `${group}: ${what}`,
        Math.max(ratio, (p95 / limitMs) * limitRatio),
        limitRatio,
        `p95 ${p95.toFixed(0)} ms, ${ratio.toFixed(2)}x`,
      ),
    ),
  ];
}
