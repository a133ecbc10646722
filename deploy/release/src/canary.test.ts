import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  composeRegistry,
  diffReleases,
  endCanary,
  openFileReleaseStore,
  promote,
  prune,
  publish,
  rollback,
  startCanary,
  variantFor,
  type ReleaseStore,
} from './index.ts';
import { versionNumber, writeBuild } from './testRelease.ts';

let folder: string;
let store: ReleaseStore;
const publishBuild = async (build: Parameters<typeof writeBuild>[1]) => {
  await publish(store, await writeBuild(folder, build));
  return { app: build.app, version: build.version };
};
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-canary-'));
  store = openFileReleaseStore(path.join(folder, 'store'));
  await promote(store, [
    await publishBuild({ app: 'shell', version: versionNumber(1), offers: { '@masomo/auth': ['useSession'] } }),
    await publishBuild({ app: 'mfe-store', version: versionNumber(1) }),
  ]);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const anonymous = { number: null, role: null, isEarly: false };

test('a share of the visitors gets the canary, always the same ones, and falls back to the live version', async () => {
  await publishBuild({ app: 'mfe-store', version: versionNumber(2) });
  const state = await startCanary(store, 'mfe-store', { version: versionNumber(2), percent: 20 });
  const visitors = Array.from({ length: 2_000 }, (_, n) => `visitor ${n}`);
  const chosen = visitors.filter((visitor) => variantFor(state, { ...anonymous, number: visitor }).has('mfe-store'));
  expect(chosen.length).toBeGreaterThan(300);
  expect(chosen.length).toBeLessThan(500);
  const wider = await startCanary(store, 'mfe-store', { version: versionNumber(2), percent: 50 });
  expect(chosen.every((visitor) => variantFor(wider, { ...anonymous, number: visitor }).has('mfe-store'))).toBe(true);
  expect(variantFor(wider, anonymous).size).toBe(0);
  expect(variantFor(wider, { ...anonymous, isEarly: true }).has('mfe-store')).toBe(true);

  const forTeachers = await startCanary(store, 'mfe-store', { version: versionNumber(2), percent: 0, roles: ['teacher'] });
  expect(['teacher', 'admin'].map((role) => variantFor(forTeachers, { ...anonymous, role }).has('mfe-store'))).toEqual([true, false]);
  expect(forTeachers.history[0]?.reason).toBe('0% of visitors and everybody with the role teacher');
  expect(await composeRegistry(store, forTeachers)).toMatchObject({ hasRoleCohorts: true });

  const [plain, early] = [await composeRegistry(store, wider), await composeRegistry(store, wider, new Set(['mfe-store']))];
  expect(plain?.remotes['mfe-store']?.version).toBe(versionNumber(1));
  expect(early).toMatchObject({
    variant: 'mfe-store',
    remotes: { 'mfe-store': { version: versionNumber(2), previous: { version: versionNumber(1) } } },
  });
});

test('a canary is checked against the live versions, and ended by a promotion or by hand', async () => {
  await publishBuild({ app: 'mfe-store', version: versionNumber(2), needs: { '@masomo/auth': ['useNothing'] } });
  await expect(startCanary(store, 'mfe-store', { version: versionNumber(2), percent: 5 })).rejects.toThrow(
    'needs useNothing from @masomo/auth',
  );
  const three = await publishBuild({ app: 'mfe-store', version: versionNumber(3) });
  await startCanary(store, 'mfe-store', { version: versionNumber(3), percent: 5 });
  expect((await endCanary(store, 'mfe-store', { by: 'ann' })).canary).toEqual({});
  await startCanary(store, 'mfe-store', { version: versionNumber(3), percent: 5 });
  const { canary, history } = await promote(store, [three]);
  expect(canary).toEqual({});
  expect(history.map(({ action }) => action)).toEqual(['promote', 'canary', 'end-canary', 'canary', 'promote', 'promote']);
});

test('a canary of a shell that drops an export a live remote needs is refused', async () => {
  await promote(store, [await publishBuild({ app: 'mfe-cms', version: versionNumber(1), needs: { '@masomo/auth': ['useSession'] } })]);
  await publishBuild({ app: 'shell', version: versionNumber(2), offers: {} });
  await expect(startCanary(store, 'shell', { version: versionNumber(2), percent: 1 })).rejects.toThrow('needs useSession');
});

test('two concurrent rollbacks of the same version go back one step', async () => {
  for (const n of [2, 3]) await promote(store, [await publishBuild({ app: 'mfe-store', version: versionNumber(n) })]);
  await Promise.all([1, 2].map(() => rollback(store, 'mfe-store', { abandon: versionNumber(3), by: 'automatic' })));
  expect((await store.readState()).live['mfe-store']?.[0]).toBe(versionNumber(2));
});

test('pruning keeps live versions, fallbacks, canaries, the newest releases and files an open tab may need', async () => {
  const releases = Array.from({ length: 30 }, (_, n) => n + 2);
  for (const n of releases) {
    const change = await publishBuild({ app: 'mfe-store', version: versionNumber(n) });
    await promote(store, [change]);
    const old = new Date(Date.now() - 40 * 24 * 3_600_000 + n * 1_000);
    await utimes(path.join(folder, 'store', 'mfe-store', change.version, 'release.json'), old, old);
  }
  expect(await prune(store)).toEqual([]);
  const later = new Date(Date.now() + 3 * 24 * 3_600_000);
  await startCanary(store, 'mfe-store', { version: versionNumber(3), percent: 1 });
  const removed = await prune(store, { now: later });
  const left = await store.listVersions('mfe-store');
  // The first one was published just now.
  expect(left.sort()).toEqual([1, 3, ...releases.slice(-10)].map(versionNumber).sort());
  expect(removed).toHaveLength(19);
  expect(await store.readRelease('mfe-store', versionNumber(5))).toBeNull();
  await expect(promote(store, [{ app: 'mfe-store', version: versionNumber(5) }])).rejects.toThrow('not published');
});

test('a diff names files, needs and addresses', async () => {
  await publishBuild({ app: 'mfe-store', version: versionNumber(2), files: { 'js/new.js': '1' }, needs: { '@masomo/data': ['useQuery'] } });
  const [before, after] = [await store.readRelease('mfe-store', versionNumber(1)), await store.readRelease('mfe-store', versionNumber(2))];
  if (!before || !after) throw new Error('not published');
  expect(diffReleases(before, after)).toMatchObject({
    files: { added: ['js/new.js'], removed: [], changed: ['remoteEntry.js'] },
    bytes: 1,
    needs: { added: ['useQuery from @masomo/data'], removed: [] },
  });
});
