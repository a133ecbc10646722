import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readLastBuilt, saveLastBuilt } from './lastBuilt.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-last-built-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('is recorded where no data directory exists yet, as in a pipeline', async () => {
  const releases = path.join(folder, 'data', 'releases');
  expect(await readLastBuilt(releases)).toEqual({});
  await saveLastBuilt(releases, [{ app: 'shell', version: '0.1.0-a' }]);
  await saveLastBuilt(releases, [{ app: 'mfe-cms', version: '0.1.0-b' }]);
  expect(await readLastBuilt(releases)).toEqual({ shell: '0.1.0-a', 'mfe-cms': '0.1.0-b' });
});
