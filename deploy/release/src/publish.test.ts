import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { brotliCompressSync } from 'node:zlib';
import { openFileReleaseStore, publish, type ReleaseStore } from './index.ts';
import { versionNumber, writeBuild } from './testRelease.ts';

let folder: string;
let store: ReleaseStore;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-release-'));
  store = openFileReleaseStore(path.join(folder, 'store'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function textOf(app: string, version: string, file: string): Promise<string | null> {
  const stored = await store.openFile(app, version, file);
  return stored && Buffer.concat(await stored.stream().toArray()).toString();
}

test('a published file reads back as it was built', async () => {
  await publish(store, await writeBuild(folder, { app: 'mfe-store', version: versionNumber(1), files: { 'js/a.js': 'one' } }));
  expect(await textOf('mfe-store', versionNumber(1), 'js/a.js')).toBe('one');
  expect(await store.listVersions('mfe-store')).toEqual([versionNumber(1)]);
});

test('publishing the same build twice changes nothing', async () => {
  const build = await writeBuild(folder, { app: 'mfe-store', version: versionNumber(1) });
  await Promise.all([publish(store, build), publish(store, build)]);
  await publish(store, build);
  expect(await readdir(path.join(folder, 'store'))).toEqual(['mfe-store']);
});

test('different content under a published version is refused', async () => {
  await publish(store, await writeBuild(folder, { app: 'mfe-store', version: versionNumber(1), files: { 'js/a.js': 'one' } }));
  const other = await writeBuild(path.join(folder, 'other'), { app: 'mfe-store', version: versionNumber(1), files: { 'js/a.js': 'two' } });
  await expect(publish(store, other)).rejects.toThrow('A release never changes');
  expect(await textOf('mfe-store', versionNumber(1), 'js/a.js')).toBe('one');
});

test('a file that differs from the build is refused, and nothing is published', async () => {
  const build = await writeBuild(folder, { app: 'mfe-store', version: versionNumber(1), files: { 'js/a.js': 'one' } });
  await writeFile(path.join(build, 'js/a.js'), 'two');
  await expect(publish(store, build)).rejects.toThrow('js/a.js is not the file that was built');
  expect(await store.readRelease('mfe-store', versionNumber(1))).toBeNull();
});

test('a missing file is refused by name', async () => {
  const build = await writeBuild(folder, { app: 'mfe-store', version: versionNumber(1), files: { 'js/a.js': 'one' } });
  await rm(path.join(build, 'js/a.js'));
  await expect(publish(store, build)).rejects.toThrow('js/a.js is listed in release.json but missing');
});

test('a compressed copy of something else is refused', async () => {
  const build = await writeBuild(folder, { app: 'mfe-store', version: versionNumber(1), files: { 'js/a.js': 'one' } });
  await writeFile(path.join(build, 'js/a.js.br'), brotliCompressSync('evil'));
  await expect(publish(store, build)).rejects.toThrow('js/a.js.br does not hold js/a.js');
});

test('only files of the release can be opened', async () => {
  await publish(store, await writeBuild(folder, { app: 'mfe-store', version: versionNumber(1) }));
  await publish(store, await writeBuild(folder, { app: 'mfe-cms', version: versionNumber(1) }));
  for (const name of ['release.json', '../../mfe-cms/0.1.0-0000000001/remoteEntry.js', '/etc/passwd', '__proto__', '']) {
    expect(await store.openFile('mfe-store', versionNumber(1), name)).toBeNull();
  }
  await expect(store.openFile('../mfe-cms', versionNumber(1), 'remoteEntry.js')).rejects.toThrow('is not the name of a release');
});
