import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openClient } from '@masomo/local/database/connections';
import { promote, publish, rollback } from '@masomo/release';
import { buildChanged, type Built } from '@masomo/tools/build/index.ts';
import { atMost, type Finding } from './measure/benchmark.ts';
import { openTwoGateways, type TwoGateways } from '@masomo/tools/browser/twoGateways.ts';

export const description =
  'Two gateways behind nginx with releases in a bucket: failed requests while one is stopped and killed under load, and the delay until releases, rollbacks and content changes reach both.';

const visitors = 16;
const releaseCount = 7;
const app = 'mfe-store';
const wait = (milliseconds: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

type Load = { succeeded: number; failed: string[]; stop(): Promise<void> };

/** Starts visitors who request one path after another through nginx until stopped. */
function startLoad(front: string, paths: readonly string[]): Load {
  let isOver = false;
  const load: Load = { succeeded: 0, failed: [], stop: async () => undefined };
  const visit = async (first: number) => {
    for (let n = first; !isOver; n += 1) {
      const pathname = paths[n % paths.length] ?? '/';
      try {
        const response = await fetch(front + pathname);
        await response.arrayBuffer();
        if (response.ok) load.succeeded += 1;
        else load.failed.push(`${pathname} responded with ${response.status}`);
      } catch (error) {
        load.failed.push(`${pathname}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  };
  const running = Array.from({ length: visitors }, (_, n) => visit(n));
  load.stop = async () => {
    isOver = true;
    await Promise.all(running);
  };
  return load;
}

/** Stops one gateway under load and starts it again. */
async function loadWithoutOne(
  { front, gateways: [, second] }: TwoGateways,
  signal: 'SIGTERM' | 'SIGKILL',
  paths: readonly string[],
  log: (line: string) => void,
): Promise<Load> {
  const load = startLoad(front, paths);
  await wait(2_000);
  await second.kill(signal);
  await wait(2_000);
  await second.start();
  await wait(2_000);
  await load.stop();
  log(`${signal}: ${load.succeeded} requests succeeded, ${load.failed.length} failed ${load.failed.slice(0, 3).join('; ')}`);
  return load;
}

async function waitForBoth({ gateways }: TwoGateways, pathname: string, isThere: (text: string) => boolean): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(
    gateways.map(async ({ origin }) => {
      while (!isThere(await (await fetch(origin + pathname)).text())) {
        if (performance.now() - startedAt > 20_000) throw new Error(`${pathname} did not change on ${origin}.`);
        await wait(10);
      }
    }),
  );
  return performance.now() - startedAt;
}

/** The longest delay of each kind of change until both gateways serve it, in milliseconds. */
async function measureChanges(
  two: TwoGateways,
  plain: Built,
  tempDir: string,
): Promise<{ release: number; rollback: number; publish: number }> {
  const longest = { release: 0, rollback: 0, publish: 0 };
  const database = await openClient(two.project.databaseUrl);
  try {
    for (let n = 0; n < releaseCount; n += 1) {
      const folder = path.join(tempDir, `build-${n}`);
      const version = `0.1.0-${(0xabc000 + n).toString(16).padStart(10, '0')}`;
      await cp(plain.folder, folder, { recursive: true });
      const file = path.join(folder, 'release.json');
      await writeFile(file, JSON.stringify({ ...(JSON.parse(await readFile(file, 'utf8')) as object), version }));
      await publish(two.store, folder);
      await promote(two.store, [{ app, version }]);
      longest.release = Math.max(longest.release, await waitForBoth(two, '/registry.json', (text) => text.includes(version)));
      await rollback(two.store, app);
      longest.rollback = Math.max(
        longest.rollback,
        await waitForBoth(two, '/registry.json', (text) => !text.includes(`"version":"${version}"`)),
      );
      const planName = `Basic number ${n}`;
      await database.query(
        'update public.plans set name = $1 where id = (select id from public.plans where is_active order by position, name, id limit 1)',
        [planName],
      );
      longest.publish = Math.max(longest.publish, await waitForBoth(two, '/pricing', (text) => text.includes(planName)));
    }
  } finally {
    await database.end();
  }
  return longest;
}

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const built = await buildChanged();
  const plain = built.find((build) => build.app === app);
  if (!plain) throw new Error(`${app} was not built.`);
  const tempDir = await mkdtemp(path.join(tmpdir(), 'masomo-builds-'));
  const two = await openTwoGateways(async (store) => {
    for (const { folder } of built) await publish(store, folder);
    await promote(store, built);
  }, log);
  try {
    const release = await two.store.readRelease(app, plain.version);
    const paths = [
      '/',
      '/pricing',
      '/registry.json',
      `/releases/${app}/${plain.version}/${release?.initial[0] ?? ''}`,
      '/rest/v1/plans?select=name',
      '/store',
    ];
    const stopped = await loadWithoutOne(two, 'SIGTERM', paths, log);
    const killed = await loadWithoutOne(two, 'SIGKILL', paths, log);
    const longest = await measureChanges(two, plain, tempDir);
    return [
      {
        what: 'requests that failed while one gateway was stopped',
        measured: `${stopped.failed.length} of ${stopped.succeeded}`,
        limit: '0',
        isWithinLimit: stopped.failed.length === 0 && stopped.succeeded > 100,
      },
      {
        what: 'requests that failed while one gateway was killed',
        measured: `${killed.failed.length} of ${killed.succeeded}`,
        limit: `${visitors}, one per visitor in flight`,
        isWithinLimit: killed.failed.length <= visitors && killed.succeeded > 100,
      },
      atMost(`release served by both, longest of ${releaseCount}`, longest.release, 2_000),
      atMost(`rollback served by both, longest of ${releaseCount}`, longest.rollback, 2_000),
      atMost(`content change served by both, longest of ${releaseCount}`, longest.publish, 2_000),
    ];
  } finally {
    await two.close();
    await rm(tempDir, { recursive: true, force: true });
  }
}
