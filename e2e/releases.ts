import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promote, publish, rollback, type ReleaseStore } from '@masomo/release';
import { openReleaseStore } from '@masomo/tools/product/openReleaseStore.ts';
import { readEnvironment } from '@masomo/tools/process/readEnvironment.ts';
import { dataDir } from './product.ts';

/** The release store of the product under test: the bucket from the environment, or the product's folder. */
const storeIn = (DATA_DIR: string): ReleaseStore => openReleaseStore(readEnvironment({ ...process.env, DATA_DIR })).store;

/** The live version of an app, and a folder with its files. */
export async function liveBuild(app: string): Promise<{ version: string; folder: string }> {
  const store = storeIn(dataDir());
  const version = (await store.readState()).live[app]?.[0];
  if (!version) throw new Error(`${app} is not live`);
  return { version, folder: path.dirname(await store.localPath(app, version, 'release.json')) };
}

/** Publishes the live build of an app again under another version, as a pipeline would. */
export async function publishAgain(app: string, version: string): Promise<void> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'masomo-releases-'));
  try {
    await cp((await liveBuild(app)).folder, scratch, { recursive: true });
    const file = path.join(scratch, 'release.json');
    await writeFile(file, JSON.stringify({ ...(JSON.parse(await readFile(file, 'utf8')) as object), version }));
    await publish(storeIn(dataDir()), scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Makes a published version live; the returned function goes back to the one before. */
export async function makeLive(app: string, version: string): Promise<() => Promise<void>> {
  const store = storeIn(dataDir());
  await promote(store, [{ app, version }]);
  return async () => {
    await rollback(store, app);
  };
}

/** Digest of every released file, fetched without a cache. */
export async function digests(): Promise<Record<string, string>> {
  const isInBucket = process.env['RELEASES_BUCKET'] !== undefined;
  const scratch = await mkdtemp(path.join(tmpdir(), 'masomo-digests-'));
  try {
    const store = storeIn(isInBucket ? scratch : dataDir());
    const found: Record<string, string> = {};
    for (const app of Object.keys((await store.readState()).live)) {
      for (const version of await store.listVersions(app)) {
        for (const name of ['release.json', ...Object.keys((await store.readRelease(app, version))?.files ?? {})]) {
          found[`${app}/${version}/${name}`] = createHash('sha256')
            .update(await readFile(await store.localPath(app, version, name)))
            .digest('hex');
        }
      }
    }
    return found;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Moves every release of an app away, like a lost disk; the returned function restores it. */
export async function loseReleases(app: string): Promise<() => Promise<void>> {
  const folders = process.env['E2E_RELEASE_FOLDERS']?.split(path.delimiter) ?? [path.join(dataDir(), 'releases')];
  const lost = folders.map((folder) => path.join(folder, app)).filter((folder) => existsSync(folder));
  for (const folder of lost) await rename(folder, `${folder}.away`);
  return async () => {
    for (const folder of lost) await rename(`${folder}.away`, folder);
  };
}
