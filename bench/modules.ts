import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { memoryMegabytes, processTree } from '@masomo/tools/browser/processTimes.ts';
import { root } from '@masomo/tools/root.ts';
import { ratioAtMost, type Finding } from './measure/benchmark.ts';
import { interleave, quantile } from './measure/interleave.ts';
import { startCopy, type StartedCopy } from './measure/startCopy.ts';

const moduleCount = 30;
const rounds = { first: 2, next: 3, memory: 2 };
const limits = { start: 1.5, memory: 1.2 };
/** Render processes end when they had nothing to do for two minutes. */
const idleAfterMs = 150_000;
const samplesPerRound = 5;
const sampleEveryMs = 5_000;

export const description = `${moduleCount} more modules compared with none: the first start with every build, the next start, what a change of one builds, and the memory of an idle product.`;

/** A clone of what is committed, with its data. */
type Copy = { folder: string; dataDir: string };
type Name = 'without' | 'with';

/** Letters only, as names of modules are. */
const slugOf = (n: number) => `bench-${String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26))}`;

const runIn = ({ folder }: Copy, args: readonly string[]) =>
  execFileSync(process.execPath, ['tools/run.mjs', ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });

function cloneSources(parent: string, name: Name): Copy {
  const copy = { folder: path.join(parent, name), dataDir: path.join(parent, `${name}-data`) };
  execFileSync('git', ['clone', '--quiet', root, copy.folder], { stdio: 'inherit' });
  // Any command installs the packages, which are no part of what is timed.
  runIn(copy, ['bench']);
  return copy;
}

function addModules(copy: Copy): void {
  for (let n = 0; n < moduleCount; n += 1) runIn(copy, ['module', 'new', slugOf(n), `Bench ${slugOf(n).slice(-2).toUpperCase()}`]);
}

/** As on a machine that has the packages and nothing else. */
async function removeBuilds({ folder, dataDir }: Copy): Promise<void> {
  for (const built of [dataDir, path.join(folder, 'dist'), path.join(folder, 'node_modules/.cache')])
    await rm(built, { recursive: true, force: true });
}

async function withStarted<Result>(copy: Copy, use: (started: StartedCopy) => Result | Promise<Result>): Promise<Result> {
  const started = await startCopy(copy);
  try {
    return await use(started);
  } finally {
    await started.stop();
  }
}

/** Starts both in turn, `prepare` not being timed, and compares the medians until each was ready. */
async function compareStarts(
  what: string,
  copies: Record<Name, Copy>,
  options: { rounds: number; prepare?: (copy: Copy) => Promise<void> },
  log: (line: string) => void,
): Promise<Finding> {
  const times: Record<Name, number[]> = { without: [], with: [] };
  const timed = (name: Name) => async () => {
    await options.prepare?.(copies[name]);
    await withStarted(copies[name], ({ readyMs, built, lines }) => {
      times[name].push(readyMs);
      log(`${what} ${name} modules: ${(readyMs / 1000).toFixed(1)} s, ${built.length} built`);
      if (times[name].length === 1) for (const line of lines) log(`  ${line}`);
    });
  };
  await interleave({ without: timed('without'), with: timed('with') }, { rounds: options.rounds, warmUp: 0 });
  const [few, many] = [quantile(times.without, 0.5), quantile(times.with, 0.5)];
  return ratioAtMost(
    `${what} with ${moduleCount} more modules`,
    many / few,
    limits.start,
    `${(many / 1000).toFixed(1)} / ${(few / 1000).toFixed(1)} s, medians of ${options.rounds}`,
  );
}

/** Changes a text of one module and reports what the next start builds. */
async function findRebuilt(copy: Copy): Promise<Finding> {
  const slug = slugOf(moduleCount >> 1);
  const file = path.join(copy.folder, `modules/${slug}/screens/home/HomePage.tsx`);
  const text = await readFile(file, 'utf8');
  const changed = text.replace('Nothing here yet', 'Nothing here today');
  if (changed === text) throw new Error(`${file} has no text to change.`);
  await writeFile(file, changed);
  const built = await withStarted(copy, (started) => started.built);
  return {
    what: 'apps built after a change of one module',
    measured: built.join(', ') || 'none',
    limit: `module-${slug}`,
    isWithinLimit: built.length === 1 && built[0] === `module-${slug}`,
  };
}

/** What one product needs when nothing happens, and how many processes it has besides PostgreSQL. */
async function idleSample({ processId }: StartedCopy) {
  const tree = await processTree(processId);
  let processes = 0;
  const megabytes = await memoryMegabytes((id, name) => {
    const isCounted = tree.has(id) && name !== 'postgres';
    if (isCounted) processes += 1;
    return isCounted;
  });
  return { megabytes, processes };
}

/** Both run at the same time, so that each has the same share of the pages that all programs share; both have ended what they do not keep. */
async function compareMemory(copies: Record<Name, Copy>, log: (line: string) => void): Promise<Finding> {
  const samples: Record<Name, number[]> = { without: [], with: [] };
  for (let round = 0; round < rounds.memory; round += 1) {
    await withStarted(copies.without, (without) =>
      withStarted(copies.with, async (others) => {
        await wait(idleAfterMs);
        for (let sample = 0; sample < samplesPerRound; sample += 1) {
          const [few, many] = [await idleSample(without), await idleSample(others)];
          log(
            `idle: ${few.megabytes.toFixed(0)} MB in ${few.processes} processes, with the modules ${many.megabytes.toFixed(0)} in ${many.processes}`,
          );
          samples.without.push(few.megabytes);
          samples.with.push(many.megabytes);
          await wait(sampleEveryMs);
        }
      }),
    );
  }
  const [few, many] = [quantile(samples.without, 0.5), quantile(samples.with, 0.5)];
  return ratioAtMost(
    `memory of an idle product but PostgreSQL with ${moduleCount} more modules`,
    many / few,
    limits.memory,
    `${many.toFixed(0)} / ${few.toFixed(0)} MB, medians of ${samples.with.length}`,
  );
}

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const parent = await mkdtemp(path.join(tmpdir(), 'masomo-bench-modules-'));
  // When run as root, PostgreSQL runs as another user, who needs access to this folder.
  await chmod(parent, 0o755);
  try {
    const copies = { without: cloneSources(parent, 'without'), with: cloneSources(parent, 'with') };
    addModules(copies.with);
    return [
      await compareStarts('first start, everything built,', copies, { rounds: rounds.first, prepare: removeBuilds }, log),
      await compareStarts('next start, nothing to build,', copies, { rounds: rounds.next }, log),
      await findRebuilt(copies.with),
      await compareMemory(copies, log),
    ];
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}
