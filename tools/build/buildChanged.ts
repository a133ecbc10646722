import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { readAppSources, type AppSources, type BuildMode } from './version.ts';
import { apps, distDir, type App } from './workspace.ts';

/** A complete build in `dist/`, ready to publish. */
export type Built = {
  app: App;
  version: string;
  /** Folder with `release.json`. */
  folder: string;
  /** False when `dist/` already had a build of the same sources. */
  isNew: boolean;
  milliseconds: number;
};

export type BuildOptions = {
  apps?: readonly App[];
  mode?: BuildMode;
  /** Called after each app. */
  onBuilt?: (built: Built) => void;
};

const buildConcurrency = 2;
const maxBuildsPerApp = 4;
const hourMs = 3_600_000;

/**
 * Builds the apps whose current sources have no build yet and returns all builds in the order of `apps`.
 * A build is moved into `dist/` only once complete, so several processes can build at the same time.
 */
export async function buildChanged({ apps: requestedApps = apps, mode = 'release', onBuilt }: BuildOptions = {}): Promise<Built[]> {
  const results = new Map<App, Built>();
  const queue = [...requestedApps];
  const buildQueued = async () => {
    for (let app = queue.shift(); app; app = queue.shift()) {
      const built = await buildUntilStable(app, mode);
      results.set(app, built);
      onBuilt?.(built);
    }
  };
  await Promise.all(Array.from({ length: buildConcurrency }, buildQueued));
  return requestedApps.flatMap((app) => results.get(app) ?? []);
}

/** The apps whose current sources have no build yet; one that was never built needs no look at its sources. */
export const changedApps = (): App[] => apps.filter((app) => !existsSync(path.join(distDir, app)) || !hasBuild(readAppSources(app)));

const folderOf = ({ app, version }: AppSources) => path.join(distDir, app, version);
const hasBuild = (sources: AppSources) => existsSync(path.join(folderOf(sources), 'release.json'));

/** Rebuilds when sources changed during compilation, so that a version always matches its content. */
async function buildUntilStable(app: App, mode: BuildMode): Promise<Built> {
  const sources = readAppSources(app, mode);
  const built = await buildApp(sources, mode);
  return built.version === sources.version ? built : buildUntilStable(app, mode);
}

async function buildApp(sources: AppSources, mode: BuildMode): Promise<Built> {
  const startedAt = performance.now();
  const appDir = path.join(distDir, sources.app);
  const folder = folderOf(sources);
  const identity = { app: sources.app, version: sources.version, folder };
  if (hasBuild(sources)) return { ...identity, isNew: false, milliseconds: performance.now() - startedAt };
  // Loaded on demand: the compiler is slow to import, and an unchanged app does not need it.
  const { compileApp } = await import('./compileApp.ts');
  await mkdir(appDir, { recursive: true });
  await removeStaleTempDirs();
  const tempDir = await mkdtemp(path.join(distDir, `.building-${sources.app}-`));
  try {
    await compileApp(sources, tempDir, mode);
    const { version } = readAppSources(sources.app, mode);
    if (version !== sources.version) return { ...identity, version, isNew: false, milliseconds: 0 };
    await rename(tempDir, folder).catch((error: NodeJS.ErrnoException) => {
      // Another process finished the same build first.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(tempDir, { recursive: true, force: true });
  }
  await deleteOldBuilds(appDir, sources.version);
  return { ...identity, isNew: true, milliseconds: performance.now() - startedAt };
}

/** Deletes temporary folders of builds that were killed. */
async function removeStaleTempDirs(): Promise<void> {
  for (const name of (await readdir(distDir)).filter((candidate) => candidate.startsWith('.building-'))) {
    const stats = await stat(path.join(distDir, name)).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs > hourMs) await rm(path.join(distDir, name), { recursive: true, force: true });
  }
}

async function deleteOldBuilds(parent: string, current: string): Promise<void> {
  const builds = await Promise.all(
    (await readdir(parent))
      .filter((name) => name !== current)
      .map(async (name) => ({ name, time: (await stat(path.join(parent, name))).mtimeMs })),
  );
  const old = builds.sort((a, b) => b.time - a.time).slice(maxBuildsPerApp - 1);
  await Promise.all(old.map(({ name }) => rm(path.join(parent, name), { recursive: true, force: true })));
}
