import { afterEach, expect, it, vi } from 'vitest';
import type { Registry } from '@masomo/contracts/registry';
import type { ReleaseManifest } from '@masomo/contracts/release';
import { applyLocalBuilds } from './applyLocalBuilds.ts';

const address = 'http://localhost:7700/addon-gate/';
const live = {
  version: '0.1.0-1111111111',
  base: '/releases/addon-gate/0.1.0-1111111111/',
  entry: 'remoteEntry.js',
  initial: [],
  integrity: {},
};
const manifest = {
  name: 'addon-gate',
  owns: ['/dashboard/addons/gate'],
  routes: [{ path: '/dashboard/addons/gate', layout: 'dashboard' as const, access: 'signed-in' as const }],
  menu: [],
  prerender: false,
  requires: ['addon:gate'],
};
const release: ReleaseManifest = {
  app: 'addon-gate',
  version: '0.1.0-2222222222',
  entry: 'remoteEntry.js',
  initial: [],
  files: { 'remoteEntry.js': { size: 1, integrity: 'sha384-x' } },
  manifest,
};
/** The registry of a browser whose school has these features. */
const registryOf = (features?: string) =>
  ({
    revision: 1,
    ...(features ? { features } : {}),
    local: { 'addon-gate': address },
    shell: { ...live, screens: {} },
    remotes: features ? { 'addon-gate': { ...live, manifest } } : {},
  }) as unknown as Registry;

afterEach(() => vi.unstubAllGlobals());
const serve = (response: () => Response) => vi.stubGlobal('fetch', async () => response());

it('puts the local build of an add-on in place of the live one', async () => {
  serve(() => Response.json(release));
  const { registry, builds } = await applyLocalBuilds(registryOf('addon:gate'));
  expect(registry.remotes['addon-gate']).toMatchObject({ version: release.version, base: `${address}${release.version}/` });
  expect(builds).toEqual([{ app: 'addon-gate', address, problem: null }]);
});

it('brings no add-on to a school that does not have it', async () => {
  serve(() => Response.json(release));
  const { registry, builds } = await applyLocalBuilds(registryOf());
  expect(registry.remotes).toEqual({});
  expect(builds).toEqual([{ app: 'addon-gate', address, problem: null }]);
});

it('leaves the live one where the build cannot be reached, and says so', async () => {
  serve(() => new Response(null, { status: 404 }));
  const { registry, builds } = await applyLocalBuilds(registryOf('addon:gate'));
  expect(registry.remotes['addon-gate']?.version).toBe(live.version);
  expect(builds[0]?.problem).toBe('it responds 404');
});
