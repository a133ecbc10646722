import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openFileReleaseStore } from '@masomo/release';
import { versionNumber } from '@masomo/release/testRelease';
import { openUploads } from './openUploads.ts';

let folder: string;
let uploads: ReturnType<typeof openUploads>;
const bytes = (size: number) => new Uint8Array(size);
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-uploads-'));
  uploads = openUploads(openFileReleaseStore(path.join(folder, 'store')), folder, { bytes: 1_000, files: 3, uploadsPerApp: 2 });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('has a folder for each upload, whatever the names of apps and versions', async () => {
  await uploads.put('mfe-store', versionNumber(1), 'a.js', bytes(1));
  await uploads.put('mfe-store-manager', versionNumber(1), 'a.js', bytes(1));
  await uploads.put('module-library', versionNumber(1), 'a.js', bytes(1));
  expect((await readdir(folder)).filter((name) => name.startsWith('.incoming'))).toHaveLength(3);
  for (const [app, version] of [
    ['modules-library', versionNumber(1)],
    ['mfe-store', 'manager-0.1.0-0000000001'],
    ['mfe-store', '0.1.0'],
    ['mfe-store', '..'],
    ['store', versionNumber(1)],
  ] as const)
    await expect(uploads.put(app, version, 'a.js', bytes(1))).rejects.toThrow('not the name of a release');
});

it('is bounded in size, files and number', async () => {
  await uploads.put('mfe-cms', versionNumber(1), 'a.js', bytes(900));
  await expect(uploads.put('mfe-cms', versionNumber(1), 'b.js', bytes(200))).rejects.toThrow('An upload may have');
  await uploads.put('mfe-cms', versionNumber(1), 'b.js', bytes(1));
  await uploads.put('mfe-cms', versionNumber(1), 'c.js', bytes(1));
  await expect(uploads.put('mfe-cms', versionNumber(1), 'd.js', bytes(1))).rejects.toThrow('in 3 files');
  await uploads.put('mfe-cms', versionNumber(2), 'a.js', bytes(1));
  await expect(uploads.put('mfe-cms', versionNumber(3), 'a.js', bytes(1))).rejects.toThrow('2 unfinished uploads');
  // Those of other apps do not count.
  await uploads.put('mfe-store', versionNumber(3), 'a.js', bytes(1));
});
