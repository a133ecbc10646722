// @vitest-environment jsdom
import { sessionStore } from '@masomo/auth';
import { withFeatures, type Registry } from '@masomo/contracts/registry';
import type { Extension, MountedExtension } from '@masomo/contracts/slots';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadExposed } from '../remotes/loadLifecycles.ts';
import { ShellError } from '../remotes/shellErrors.ts';
import { registryStore } from '../registry/registryStore.ts';
import { recordFailure } from '../telemetry/releaseReports.ts';
import { productRegistry } from '../testing/productRegistry.ts';
import { createExtensionHost } from './createExtensionHost.ts';

vi.mock('../remotes/loadLifecycles.ts', () => ({ loadExposed: vi.fn() }));
vi.mock('../telemetry/releaseReports.ts', () => ({ recordFailure: vi.fn(), recordSample: vi.fn() }));
vi.mock('@masomo/auth', () => ({
  sessionStore: { get: () => ({ status: 'signed-in', user: { role: 'staff' } }), subscribe: () => () => undefined },
}));

const load = vi.mocked(loadExposed);
const app = 'addon-gate';
let count = 0;

/** Each test has a version of its own, since failures are remembered for the life of the page. */
function release(withPrevious = false): Registry {
  count += 1;
  const registry = productRegistry(count);
  const base = { base: `/releases/${app}/${count}/`, entry: 'remoteEntry.js', initial: [], integrity: {} };
  registry.remotes[app] = {
    ...base,
    version: `${count}.0.0-live`,
    ...(withPrevious ? { previous: { ...base, version: `${count}.0.0-prev` } } : {}),
    manifest: {
      name: app,
      owns: ['/dashboard/addons/gate'],
      routes: [{ path: '/dashboard/addons/gate', layout: 'dashboard', access: ['staff'] }],
      menu: [{ path: '/dashboard/addons/gate', label: 'Gate', icon: 'attendance', roles: ['staff'], order: 1 }],
      prerender: false,
      requires: ['addon:gate'],
      extensions: [
        { slot: 'home/cards', export: 'second', roles: ['staff'], order: 20 },
        { slot: 'home/cards', export: 'first', roles: ['staff'], order: 10 },
        { slot: 'home/cards', export: 'ofAdmins', roles: ['admin'], order: 5 },
      ],
    },
  };
  registryStore.set(registry);
  return registry;
}

const works: Extension = {
  mount: async ({ domElement, context }) => {
    domElement.textContent = JSON.stringify(context);
    return { update: (next) => void (domElement.textContent = JSON.stringify(next)), unmount: () => void (domElement.textContent = '') };
  },
};
let element: HTMLElement;
const onFailed = vi.fn();
function mount(): MountedExtension {
  const host = createExtensionHost();
  return host.mount(host.list('home/cards')[0]!, 'home/cards', element, { day: 1 }, onFailed);
}
const failures = () => vi.mocked(recordFailure).mock.calls.map(([name, version, error]) => [name, version, error.kind]);

beforeEach(() => {
  element = document.body.appendChild(document.createElement('div'));
  load.mockReset();
  onFailed.mockReset();
  vi.mocked(recordFailure).mockReset();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  element.remove();
});

describe('the list of a slot', () => {
  it('has the extensions of the role, in order, and stays the same array', () => {
    release();
    const host = createExtensionHost();
    expect(host.list('home/cards').map(({ key }) => key)).toEqual([`${app}/first`, `${app}/second`]);
    expect(host.list('home/cards')).toBe(host.list('home/cards'));
    expect(host.list('settings/cards')).toEqual([]);
  });

  it('has nothing of an add-on that the school does not have', () => {
    const registry = release();
    expect(Object.keys(withFeatures(registry, []).remotes)).not.toContain(app);
    expect(Object.keys(withFeatures(registry, ['addon:other']).remotes)).not.toContain(app);
    expect(Object.keys(withFeatures(registry, ['addon:gate']).remotes)).toContain(app);
    expect(Object.keys(withFeatures(registry, []).remotes)).toHaveLength(5);
  });
});

describe('an extension', () => {
  it('is shown, updated and removed', async () => {
    release();
    load.mockResolvedValue({ first: works });
    const mounted = mount();
    await vi.waitFor(() => expect(element.textContent).toBe('{"day":1}'));
    mounted.update({ day: 2 });
    expect(element.textContent).toBe('{"day":2}');
    mounted.unmount();
    await vi.waitFor(() => expect(element.textContent).toBe(''));
    expect(failures()).toEqual([]);
  });

  const broken = new Error('broken');
  it.each<[string, () => void, string]>([
    ['is missing', () => load.mockResolvedValue({ other: works }), 'noLifecycles'],
    ['was altered', () => load.mockRejectedValue(new ShellError('integrityRefused', app)), 'integrityRefused'],
    ['throws on import', () => load.mockRejectedValue(broken), 'importFailed'],
    ['throws on mount', () => load.mockResolvedValue({ first: { mount: () => Promise.reject(broken) } }), 'mountFailed'],
    [
      'throws in render',
      () =>
        load.mockResolvedValue({
          first: { mount: async ({ onError }: Parameters<Extension['mount']>[0]) => (onError(broken), works.mount) },
        }),
      'renderFailed',
    ],
  ])('that %s is reported and takes no room', async (_, arrange, kind) => {
    const { remotes } = release();
    arrange();
    mount();
    await vi.waitFor(() => expect(onFailed).toHaveBeenCalledOnce());
    expect(element.childElementCount).toBe(0);
    expect(failures()).toEqual([[app, remotes[app]?.version, kind]]);
  });

  it.each([
    ['while it loads', () => load.mockReturnValue(new Promise(() => undefined)), 10_000, 'loadTimedOut'],
    ['while it is mounted', () => load.mockResolvedValue({ first: { mount: () => new Promise(() => undefined) } }), 8_000, 'mountTimedOut'],
  ])('that hangs %s is given up', async (_, arrange, ms, kind) => {
    vi.useFakeTimers();
    release();
    arrange();
    mount();
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(onFailed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onFailed).toHaveBeenCalledOnce();
    expect(failures()[0]?.[2]).toBe(kind);
  });

  it('comes from the last good version when the live one fails', async () => {
    release(true);
    load.mockRejectedValueOnce(broken).mockResolvedValueOnce({ first: works });
    mount();
    await vi.waitFor(() => expect(element.textContent).toBe('{"day":1}'));
    expect(load.mock.calls.map(([, { version }]) => version)).toEqual([`${count}.0.0-live`, `${count}.0.0-prev`]);
    expect(sessionStore.get().user?.role).toBe('staff');
  });
});
