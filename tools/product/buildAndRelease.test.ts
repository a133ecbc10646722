import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFileReleaseStore, rollback } from '@masomo/release';
import { versionNumber, writeBuild } from '@masomo/release/testRelease';
import { releaseChangedBuilds } from './buildAndRelease.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-start-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a restart releases changed sources and never undoes a rollback', async () => {
  const root = path.join(folder, 'store');
  const store = openFileReleaseStore(root);
  const build = async (n: number) =>
    ({
      app: 'mfe-store',
      version: versionNumber(n),
      folder: await writeBuild(folder, { app: 'mfe-store', version: versionNumber(n) }),
    }) as const;
  const live = async () => (await store.readState()).live['mfe-store']?.[0];
  const [one, two] = [await build(1), await build(2)];

  await releaseChangedBuilds(store, root, [one]);
  await releaseChangedBuilds(store, root, [two]);
  expect(await live()).toBe(versionNumber(2));
  await rollback(store, 'mfe-store');
  await releaseChangedBuilds(store, root, [two]);
  expect(await live()).toBe(versionNumber(1));
  // Reverting the sources and restoring them is a change each time.
  await releaseChangedBuilds(store, root, [one]);
  await releaseChangedBuilds(store, root, [two]);
  expect(await live()).toBe(versionNumber(2));
});
