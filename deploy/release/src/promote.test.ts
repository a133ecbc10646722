import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { registrySchema } from '@masomo/contracts/registrySchema';
import { composeRegistry, openFileReleaseStore, promote, publish, rollback, startCanary, type ReleaseStore } from './index.ts';
import { versionNumber, writeBuild } from './testRelease.ts';

let folder: string;
let root: string;
let store: ReleaseStore;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-promote-'));
  root = path.join(folder, 'store');
  store = openFileReleaseStore(root);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Build = Parameters<typeof writeBuild>[1];
async function publishBuild(build: Build) {
  await publish(store, await writeBuild(folder, build));
  return { app: build.app, version: build.version };
}
const liveOf = async (app: string) => (await store.readState()).live[app]?.[0];

test('promote makes live, rollback returns to the version before, and the abandoned one is no fallback', async () => {
  for (const n of [1, 2, 3]) await promote(store, [await publishBuild({ app: 'mfe-store', version: versionNumber(n) })]);
  expect((await store.readState()).live['mfe-store']).toEqual([versionNumber(3), versionNumber(2), versionNumber(1)]);
  await rollback(store, 'mfe-store');
  expect((await store.readState()).live['mfe-store']).toEqual([versionNumber(2), versionNumber(1)]);
  const { history, revision } = await store.readState();
  expect(revision).toBe(4);
  expect(history[0]).toMatchObject({ action: 'rollback', version: versionNumber(2), from: versionNumber(3) });
});

test('promoting a version that is already live makes no revision', async () => {
  const change = await publishBuild({ app: 'mfe-store', version: versionNumber(1) });
  await promote(store, [change]);
  expect((await promote(store, [change])).revision).toBe(1);
});

test('a rollback without a previous version is refused', async () => {
  await expect(rollback(store, 'mfe-store')).rejects.toThrow('No version of mfe-store is live');
  await promote(store, [await publishBuild({ app: 'mfe-store', version: versionNumber(1) })]);
  await expect(rollback(store, 'mfe-store')).rejects.toThrow('nothing to go back to');
});

test('an unpublished version cannot be promoted', async () => {
  await publishBuild({ app: 'mfe-store', version: versionNumber(1) });
  await expect(promote(store, [{ app: 'mfe-store', version: versionNumber(9) }])).rejects.toThrow(`Published: ${versionNumber(1)}`);
});

test('a remote that needs exports the live shell does not offer is refused with their names', async () => {
  await promote(store, [await publishBuild({ app: 'shell', version: versionNumber(1), offers: { '@masomo/auth': ['useSession'] } })]);
  const remote = await publishBuild({
    app: 'mfe-cms',
    version: versionNumber(1),
    needs: { '@masomo/auth': ['useSession', 'Allowed'], '@masomo/data': ['useQuery'] },
  });
  await expect(promote(store, [remote])).rejects.toThrow('needs Allowed from @masomo/auth, useQuery from @masomo/data');
  expect(await liveOf('mfe-cms')).toBeUndefined();
});

test('a shell that drops an export a live remote needs is refused, but not together with a new remote; both go back together', async () => {
  const offers = { '@masomo/auth': ['useSession'] };
  await promote(store, [
    await publishBuild({ app: 'shell', version: versionNumber(1), offers }),
    await publishBuild({ app: 'mfe-cms', version: versionNumber(1), needs: offers }),
  ]);
  const shell = await publishBuild({ app: 'shell', version: versionNumber(2), offers: { '@masomo/auth': ['Allowed'] } });
  await expect(promote(store, [shell])).rejects.toThrow('mfe-cms 0.1.0-0000000001 needs useSession from @masomo/auth');
  const remote = await publishBuild({ app: 'mfe-cms', version: versionNumber(2), needs: { '@masomo/auth': ['Allowed'] } });
  expect((await promote(store, [shell, remote])).revision).toBe(2);
  await expect(rollback(store, 'mfe-cms')).rejects.toThrow('needs useSession from @masomo/auth');
  const { live, revision } = await rollback(store, ['shell', 'mfe-cms']);
  expect([live['shell'], live['mfe-cms'], revision]).toEqual([[versionNumber(1)], [versionNumber(1)], 3]);
});

test('a remote cannot take over the pages of another by owning a prefix below its own', async () => {
  await promote(store, [
    await publishBuild({
      app: 'mfe-dashboard',
      version: versionNumber(1),
      owns: ['/dashboard'],
      routes: ['/dashboard/students/:id', '/dashboard'],
    }),
    await publishBuild({ app: 'mfe-cms', version: versionNumber(1), owns: ['/dashboard/cms'], routes: ['/dashboard/cms/*'] }),
  ]);
  const claim = await publishBuild({
    app: 'mfe-cms',
    version: versionNumber(2),
    owns: ['/dashboard/cms', '/dashboard/students'],
    routes: ['/dashboard/cms/*'],
  });
  const refusal = 'mfe-cms owns /dashboard/students, where mfe-dashboard has its page /dashboard/students/:id';
  await expect(promote(store, [claim])).rejects.toThrow(refusal);
  await expect(startCanary(store, 'mfe-cms', { version: claim.version, percent: 1 })).rejects.toThrow(refusal);
});

test('two remotes cannot own the same prefix', async () => {
  await promote(store, [await publishBuild({ app: 'mfe-cms', version: versionNumber(1), owns: ['/a'] })]);
  await expect(promote(store, [await publishBuild({ app: 'mfe-store', version: versionNumber(1), owns: ['/a'] })])).rejects.toThrow(
    'both own /a',
  );
});

test('the registry lists the entry, the initial files and the fallback, but not the server build', async () => {
  await promote(store, [
    await publishBuild({ app: 'shell', version: versionNumber(1) }),
    await publishBuild({ app: 'mfe-cms', version: versionNumber(1), server: 'x' }),
  ]);
  await promote(store, [await publishBuild({ app: 'mfe-cms', version: versionNumber(2), server: 'y', files: { 'js/later.js': '' } })]);
  const registry = registrySchema.parse(await composeRegistry(store, await store.readState()));
  expect(Object.keys(registry.remotes['mfe-cms']?.integrity ?? {})).toEqual(['remoteEntry.js']);
  expect(registry.remotes['mfe-cms']).toMatchObject({
    version: versionNumber(2),
    base: `/releases/mfe-cms/${versionNumber(2)}/`,
    previous: { version: versionNumber(1) },
  });
});

test('writers in several processes lose no change', { timeout: 60_000 }, async () => {
  const each = 10;
  const writers = ['mfe-a', 'mfe-b', 'mfe-c'];
  for (const app of writers) for (let n = 0; n < each; n += 1) await publishBuild({ app, version: versionNumber(n) });
  const script = `
    const { openFileReleaseStore, promote } = await import(${JSON.stringify(path.join(import.meta.dirname, 'index.ts'))});
    const store = openFileReleaseStore(${JSON.stringify(root)});
    for (let n = 0; n < ${each}; n += 1) await promote(store, [{ app: process.argv[1], version: '0.1.0-' + String(n).padStart(10, '0') }]);`;
  const statuses = await Promise.all(
    writers.map(
      (app) =>
        new Promise((resolve) =>
          spawn(process.execPath, ['--input-type=module', '-e', script, app], { stdio: 'inherit' }).once('exit', resolve),
        ),
    ),
  );
  expect(statuses).toEqual([0, 0, 0]);
  const { revision, history, live } = await store.readState();
  expect(revision).toBe(writers.length * each);
  expect(new Set(history.map((event) => event.revision)).size).toBe(writers.length * each);
  for (const app of writers) expect(live[app]?.[0]).toBe(versionNumber(each - 1));
});

test('files left behind by a crash are never read', async () => {
  await promote(store, [await publishBuild({ app: 'mfe-cms', version: versionNumber(1) })]);
  await writeFile(path.join(root, 'registry/.draft-crashed'), '{"revision": 2, "li');
  await writeFile(path.join(root, '.incoming-crashed'), '');
  expect((await store.readState()).revision).toBe(1);
  await promote(store, [await publishBuild({ app: 'mfe-cms', version: versionNumber(2) })]);
  expect((await readdir(path.join(root, 'registry'))).filter((name) => name.endsWith('.json'))).toHaveLength(2);
});

test('a writer killed at any moment leaves a complete state, from which the next one continues', { timeout: 60_000 }, async () => {
  for (let n = 0; n < 2; n += 1) await publishBuild({ app: 'mfe-a', version: versionNumber(n) });
  const script = `
    const { openFileReleaseStore, promote } = await import(${JSON.stringify(path.join(import.meta.dirname, 'index.ts'))});
    const store = openFileReleaseStore(${JSON.stringify(root)});
    process.stdout.write('started');
    for (let n = 0; ; n += 1) await promote(store, [{ app: 'mfe-a', version: '0.1.0-' + String(n % 2).padStart(10, '0') }]);`;
  for (let round = 1; round <= 4; round += 1) {
    const writer = spawn(process.execPath, ['--input-type=module', '-e', script]);
    await new Promise((resolve) => writer.stdout.once('data', resolve));
    await new Promise((resolve) => setTimeout(resolve, 7 * round));
    writer.kill('SIGKILL');
    await new Promise((resolve) => writer.once('exit', resolve));
    const { revision, live, history } = await store.readState();
    expect(history).toHaveLength(Math.min(revision, 500));
    const other = live['mfe-a']?.[0] === versionNumber(0) ? versionNumber(1) : versionNumber(0);
    expect((await promote(store, [{ app: 'mfe-a', version: other }])).revision).toBe(revision + 1);
  }
});

test('an add-on that a new shell does not fit is left out and named, and keeps nobody back', async () => {
  const shell = (n: number, names: string[]) =>
    publishBuild({ app: 'shell', version: versionNumber(n), offers: { '@masomo/data': names } });
  const addon = await publishBuild({
    app: 'addon-gate',
    version: versionNumber(1),
    owns: ['/dashboard/addons/gate'],
    requires: ['addon:gate'],
    needs: { '@masomo/data': ['useQuery'] },
  });
  await promote(store, [await shell(1, ['useQuery'])]);
  await promote(store, [addon]);
  const composed = async () => registrySchema.parse(await composeRegistry(store, await store.readState()));
  expect(Object.keys((await composed()).remotes)).toEqual(['addon-gate']);
  await promote(store, [await shell(2, ['useOther'])]);
  const { remotes, unmet } = await composed();
  expect(remotes).toEqual({});
  expect(unmet).toEqual({ 'addon-gate': { version: versionNumber(1), requires: ['addon:gate'], missing: ['useQuery from @masomo/data'] } });
  // Its own next release is held to what the shell offers.
  const next = await publishBuild({
    app: 'addon-gate',
    version: versionNumber(2),
    owns: ['/dashboard/addons/gate'],
    requires: ['addon:gate'],
    needs: { '@masomo/data': ['useQuery'] },
  });
  await expect(promote(store, [next])).rejects.toThrow('useQuery from @masomo/data');
  await rollback(store, 'shell');
  expect((await composed()).unmet).toBeUndefined();
});

test('an add-on is promoted, tried on a share of the visitors and rolled back like the others', async () => {
  const addon = (n: number) =>
    publishBuild({ app: 'addon-gate', version: versionNumber(n), owns: ['/dashboard/addons/gate'], requires: ['addon:gate'] });
  await promote(store, [await publishBuild({ app: 'shell', version: versionNumber(1) })]);
  await promote(store, [await addon(1)]);
  const { version } = await addon(2);
  await startCanary(store, 'addon-gate', { version, percent: 10 });
  const live = async (variant: string[] = []) =>
    (await composeRegistry(store, await store.readState(), new Set(variant)))?.remotes['addon-gate']?.version;
  expect([await live(), await live(['addon-gate'])]).toEqual([versionNumber(1), versionNumber(2)]);
  await promote(store, [{ app: 'addon-gate', version }]);
  expect(await live()).toBe(versionNumber(2));
  await rollback(store, 'addon-gate');
  expect(await live()).toBe(versionNumber(1));
});

test('what the registry says of a module is what its live release says, whatever shell is live, and after a rollback what the earlier one said', async () => {
  const home = '/dashboard/library';
  const entry = (path: string, label: string) => ({ path, label, icon: 'record', roles: ['admin'], order: 300 });
  const library = (n: number, menu: ReturnType<typeof entry>[]) =>
    publishBuild({
      app: 'module-library',
      version: versionNumber(n),
      owns: [home],
      routes: menu.map(({ path: address }) => address),
      requires: ['module:library'],
      menu,
    });
  const said = async () => {
    const registry = registrySchema.parse(await composeRegistry(store, await store.readState()));
    const { version, manifest } = registry.remotes['module-library'] ?? {};
    return [registry.shell.version, version, manifest?.menu, manifest?.routes.map(({ path: address }) => address)];
  };
  const earlier = [entry(home, 'Library')];
  const later = [entry(home, 'Books'), entry(`${home}/loans`, 'Loans')];
  // Nothing of the shell's build names the module.
  await promote(store, [await publishBuild({ app: 'shell', version: versionNumber(1) })]);
  await promote(store, [await library(1, earlier)]);
  expect(await said()).toEqual([versionNumber(1), versionNumber(1), earlier, [home]]);
  await promote(store, [await publishBuild({ app: 'shell', version: versionNumber(2) })]);
  expect(await said()).toEqual([versionNumber(2), versionNumber(1), earlier, [home]]);
  await promote(store, [await library(2, later)]);
  expect(await said()).toEqual([versionNumber(2), versionNumber(2), later, [home, `${home}/loans`]]);
  await rollback(store, 'module-library');
  expect(await said()).toEqual([versionNumber(2), versionNumber(1), earlier, [home]]);
});
