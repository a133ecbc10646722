import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFileReleaseStore, promote, publish, type ReleaseStore } from '@masomo/release';
import { versionNumber, writeBuild } from '@masomo/release/testRelease';
import { followRegistry } from './followRegistry.ts';

let folder: string;
let store: ReleaseStore;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-live-'));
  store = openFileReleaseStore(path.join(folder, 'store'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function release(app: string, n: number): Promise<void> {
  await publish(store, await writeBuild(folder, { app, version: versionNumber(n) }));
  await promote(store, [{ app, version: versionNumber(n) }]);
}

test('the last registry is served while the store fails or does not respond, and changes show afterwards', async () => {
  await release('shell', 1);
  const readState = vi.fn(store.readState);
  const live = followRegistry({ ...store, readState });
  expect((await live())?.shell.version).toBe(versionNumber(1));
  await release('shell', 2);
  for (const failure of [
    () => Promise.reject(new Error('403')),
    () =>
      new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error('no response')), 1_500);
      }),
  ]) {
    readState.mockImplementation(failure);
    live.invalidate();
    expect((await live())?.shell.version).toBe(versionNumber(1));
  }
  readState.mockImplementation(store.readState);
  await vi.waitFor(async () => expect((await live())?.shell.version).toBe(versionNumber(2)), { timeout: 10_000 });
});

test('the store is read once for concurrent visitors', async () => {
  await release('shell', 1);
  const readState = vi.fn(store.readState);
  const live = followRegistry({ ...store, readState });
  await Promise.all(Array.from({ length: 50 }, () => live()));
  expect(readState).toHaveBeenCalledTimes(1);
});

test('a release shows once all of it is on this machine', async () => {
  await release('shell', 1);
  let arrive = () => {};
  const live = followRegistry({
    ...store,
    prepare: (releases) =>
      releases.some(({ version }) => version === versionNumber(2))
        ? new Promise((resolve) => {
            arrive = resolve;
          })
        : Promise.resolve(),
  });
  expect((await live())?.shell.version).toBe(versionNumber(1));
  await release('shell', 2);
  live.invalidate();
  expect((await live())?.shell.version).toBe(versionNumber(1));
  arrive();
  await vi.waitFor(async () => expect((await live())?.shell.version).toBe(versionNumber(2)), { timeout: 10_000 });
});
