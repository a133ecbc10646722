import { fork } from 'node:child_process';
import path from 'node:path';
import { promote, publish, type ReleaseStore } from '@masomo/release';
import { apps, buildChanged, changedApps, type App, type Built } from '../build/index.ts';
import { readLastBuilt, saveLastBuilt } from './lastBuilt.ts';
import { signIfConfigured } from './signIfConfigured.ts';

type Build = Pick<Built, 'app' | 'version' | 'folder'>;

/**
 * Makes builds live whose sources changed since this installation released them last. A version that was rolled back stays rolled
 * back however often the product starts.
 */
export async function releaseChangedBuilds(store: ReleaseStore, releasesFolder: string, built: readonly Build[]): Promise<void> {
  const [last, { live }] = [await readLastBuilt(releasesFolder), await store.readState()];
  const changed = built.filter(({ app, version }) => !live[app] || last[app] !== version);
  for (const { folder } of changed) {
    await signIfConfigured(folder);
    await publish(store, folder);
  }
  if (changed.length > 0)
    await promote(
      store,
      changed.map(({ app, version }) => ({ app, version })),
    );
  await saveLastBuilt(releasesFolder, built);
}

/** Compiles in a process of its own: compilers leave hundreds of megabytes behind in one that goes on to serve. */
async function compileElsewhere(changed: readonly App[], log: (line: string) => void): Promise<Build[]> {
  const child = fork(path.join(import.meta.dirname, 'compileApps.ts'), changed, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  const builds: Build[] = [];
  child.on('message', (message) => {
    const built = message as Built;
    builds.push(built);
    if (built.isNew) log(`  ${built.app} built in ${(built.milliseconds / 1000).toFixed(1)} s`);
  });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (status !== 0) throw new Error('The apps could not be built, for the reason above.');
  return builds;
}

/** Builds the apps whose sources changed and makes them live. */
export async function buildAndRelease(store: ReleaseStore, releasesFolder: string, log: (line: string) => void): Promise<void> {
  const changed = changedApps();
  const compiled = changed.length > 0 ? await compileElsewhere(changed, log) : [];
  const others = await buildChanged({ apps: apps.filter((name) => !compiled.some(({ app }) => app === name)) });
  await releaseChangedBuilds(store, releasesFolder, [...compiled, ...others]);
}
