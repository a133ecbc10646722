import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { registrySchema } from '@masomo/contracts/registrySchema';
import { createGateway } from '@masomo/gateway';
import { openFileReleaseStore, promote, publish, rollback } from '@masomo/release';
import { apps, buildChanged, readAppSources } from '@masomo/tools/build/index.ts';
import { atMost, ratioAtMost, type Finding } from './measure/benchmark.ts';

export const description =
  'Delay from publishing or rolling back a release to the first visitor who gets it, compared with building everything, and 1,000 changes under 20 visitors.';

const app = 'mfe-store';
const releaseCount = 20;
const changeCount = 1_000;
const visitorCount = 20;

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Copies a build under another version. */
async function createRenamedBuild(folder: string, tempDir: string, n: number): Promise<{ folder: string; version: string }> {
  const target = path.join(tempDir, `build-${n}`);
  const version = `0.1.0-${n.toString(16).padStart(10, '0')}`;
  await cp(folder, target, { recursive: true });
  const file = path.join(target, 'release.json');
  const release = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  await writeFile(file, JSON.stringify({ ...release, version }));
  return { folder: target, version };
}

/** Times building all apps, as a monolith must for every change. */
async function timeWholeBuild(tempDir: string): Promise<number> {
  const { compileApp } = await import('@masomo/tools/build/compileApp.ts');
  const startedAt = performance.now();
  for (const name of apps)
    await compileApp(readAppSources(name, 'release'), await mkdtemp(path.join(tempDir, `whole-${name}-`)), 'release');
  return performance.now() - startedAt;
}

export async function run(log: (line: string) => void): Promise<Finding[]> {
  const tempDir = await mkdtemp(path.join(tmpdir(), 'masomo-bench-releases-'));
  const store = openFileReleaseStore(path.join(tempDir, 'releases'));
  const unavailable = () => Response.json({ message: 'not part of this measurement' }, { status: 503 });
  const gateway = createGateway({
    store,
    log: pino({ level: 'silent' }),
    backend: { auth: unavailable, rest: unavailable, storage: unavailable, functions: unavailable, health: async () => ({}) },
    config: {
      supabaseUrl: '',
      publishableKey: 'sb_publishable_bench',
      brand: { name: 'Masomo' },
      widgets: { schedulingUrl: '', chatPropertyId: '', chatWidgetId: '' },
      local: true,
    },
  });
  const listening = await gateway.serve({ port: 0 });
  const origin = `http://127.0.0.1:${listening.port}`;
  try {
    const built = await buildChanged();
    for (const { folder } of built) await publish(store, folder);
    await promote(store, built);
    const plain = built.find((build) => build.app === app);
    if (!plain) throw new Error(`${app} was not built.`);
    const builds = await Promise.all(Array.from({ length: releaseCount }, (_, n) => createRenamedBuild(plain.folder, tempDir, n + 1)));

    /** Requests the page repeatedly until it uses this version. */
    const waitUntilServed = async (version: string) => {
      while (!(await (await fetch(`${origin}/dashboard`)).text()).includes(`/releases/${app}/${version}/`))
        await new Promise((resolve) => setTimeout(resolve, 5));
    };
    const [publishTimes, rollbackTimes]: [number[], number[]] = [[], []];
    await waitUntilServed(plain.version);
    for (const { folder, version } of builds) {
      let startedAt = performance.now();
      await publish(store, folder);
      await promote(store, [{ app, version }]);
      await waitUntilServed(version);
      publishTimes.push(performance.now() - startedAt);
      startedAt = performance.now();
      await rollback(store, app);
      await waitUntilServed(plain.version);
      rollbackTimes.push(performance.now() - startedAt);
    }
    log(
      `${releaseCount} releases: publish to first visitor ${median(publishTimes).toFixed(0)} ms, rollback ${median(rollbackTimes).toFixed(0)} ms (medians)`,
    );

    const wholeBuild = await timeWholeBuild(tempDir);
    log(`building everything takes ${(wholeBuild / 1000).toFixed(1)} s`);

    let isOver = false;
    let reads = 0;
    const failures: string[] = [];
    const visit = async () => {
      while (!isOver) {
        const response = await fetch(`${origin}/registry.json`);
        const remote = registrySchema.parse(await response.json()).remotes[app];
        if (!remote) {
          failures.push('no remote');
          continue;
        }
        const entry = await fetch(`${origin}${remote.base}${remote.entry}`);
        const hash = `sha384-${createHash('sha384')
          .update(new Uint8Array(await entry.arrayBuffer()))
          .digest('base64')}`;
        if (!entry.ok || hash !== remote.integrity[remote.entry]) failures.push(`${remote.version}: ${entry.status}`);
        reads += 1;
      }
    };
    const readers = Array.from({ length: visitorCount }, visit);
    const startedAt = performance.now();
    for (let n = 0; n < changeCount; n += 2) {
      const { version } = builds[(n / 2) % builds.length] ?? plain;
      await promote(store, [{ app, version }]);
      await rollback(store, app);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    isOver = true;
    await Promise.all(readers);
    log(`${changeCount} releases and rollbacks in ${seconds.toFixed(1)} s while ${visitorCount} visitors read ${reads} times`);
    return [
      atMost('publish to first visitor, median', median(publishTimes), 1_000),
      atMost('rollback to first visitor, median', median(rollbackTimes), 1_000),
      ratioAtMost('publishing and rolling back vs. building everything', (median(publishTimes) + median(rollbackTimes)) / wholeBuild, 0.2),
      {
        what: 'reads that failed or got a file of another version',
        measured: `${failures.length} of ${reads}`,
        limit: '0',
        isWithinLimit: failures.length === 0 && reads > 0,
      },
    ];
  } finally {
    await listening.close();
    await gateway.stop();
    await rm(tempDir, { recursive: true, force: true });
  }
}
