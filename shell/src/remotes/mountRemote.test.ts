// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RemoteLifecycles } from '@masomo/contracts/lifecycles';
import type { RegistryVersion } from '@masomo/contracts/registry';
import { refreshRegistry } from '../registry/revalidateRegistry.ts';
import { registryStore } from '../registry/registryStore.ts';
import { productRegistry } from '../testing/productRegistry.ts';
import { name, release, remoteThat } from '../testing/remoteFixtures.ts';
import { resetFailures } from './fallbackVersions.ts';
import { recordFailure, recordSample } from '../telemetry/releaseReports.ts';
import { checkLifecycles, loadLifecycles } from './loadLifecycles.ts';
import { mountRemote, type RemoteStatus } from './mountRemote.ts';
import { ShellError } from './shellErrors.ts';

vi.mock(import('./loadLifecycles.ts'), async (original) => ({ ...(await original()), loadLifecycles: vi.fn() }));
vi.mock('../telemetry/releaseReports.ts', () => ({ recordFailure: vi.fn(), recordSample: vi.fn() }));
vi.mock('../registry/revalidateRegistry.ts', () => ({ revalidateRegistry: async () => undefined, refreshRegistry: vi.fn() }));

const load = vi.mocked(loadLifecycles);

let host: HTMLElement;
let states: RemoteStatus[];
let close: () => void;
const open = () => {
  close = mountRemote({ name, host, onStatus: (status) => states.push(status) });
};
const last = () => states.at(-1);
const settled = () => vi.waitFor(() => expect(['ready', 'failed']).toContain(last()?.phase));
const settledAs = (phase: RemoteStatus['phase']) => vi.waitFor(() => expect(last()?.phase).toBe(phase));
const failure = () => {
  const state = last();
  return state?.phase === 'failed' ? state.error.number : undefined;
};

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  host = document.body.appendChild(document.createElement('div'));
  states = [];
  load.mockReset();
  vi.mocked(refreshRegistry).mockReset();
});
afterEach(() => {
  close();
  host.remove();
  vi.useRealTimers();
});

describe('a remote that works', () => {
  it('is mounted, unmounted, and mounted again in the same container', async () => {
    const { live } = release();
    const bootstrap = vi.fn(async () => undefined);
    load.mockResolvedValue(remoteThat({ bootstrap }));
    for (let visit = 0; visit < 5; visit += 1) {
      open();
      await settled();
      expect(host.textContent).toBe(`mounted ${live}`);
      close();
      await vi.waitFor(() => expect(host.childElementCount).toBe(0));
      states = [];
    }
    expect(bootstrap).toHaveBeenCalledTimes(1);
  });

  it('is never mounted when it was closed while loading', async () => {
    release();
    const mount = vi.fn(async () => undefined);
    load.mockImplementation(async () => remoteThat({ mount }));
    open();
    close();
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
    expect(mount).not.toHaveBeenCalled();
    expect(states).toEqual([]);
  });

  it('takes prerendered markup as its container and shows no spinner', async () => {
    release();
    host.innerHTML = `<div data-prerendered="${name}"><p>from the server</p></div>`;
    const container = host.firstElementChild;
    const seen: unknown[] = [];
    load.mockResolvedValue(
      remoteThat({
        mount: async ({ domElement }) => {
          seen.push(domElement, domElement.textContent);
        },
      }),
    );
    open();
    await settled();
    expect(seen).toEqual([container, 'from the server']);
    expect(states).toEqual([{ phase: 'ready' }]);
  });
});

describe('ways to misbehave', () => {
  it('not in the registry: SHELL-004', async () => {
    registryStore.set({ ...productRegistry(0), remotes: {} });
    open();
    await settled();
    expect(failure()).toBe('SHELL-004');
  });

  it('file not downloaded: once more at a fresh address, then SHELL-005', async () => {
    release();
    load.mockRejectedValue(new ShellError('entryNotLoaded', name));
    open();
    await settled();
    expect(load.mock.calls.map(([, , attempt]) => attempt)).toEqual([0, 1]);
    expect(failure()).toBe('SHELL-005');
  });

  it.each([
    ['tampered with', 'integrityRefused', 'SHELL-006'],
    ['asking for an unlisted script', 'unlistedScript', 'SHELL-007'],
    ['throwing on import', 'importFailed', 'SHELL-008'],
    ['needing what the shell lacks', 'incompatible', 'SHELL-009'],
  ] as const)('%s: refused without a second download', async (_, kind, number) => {
    release();
    load.mockRejectedValue(new ShellError(kind, name));
    open();
    await settled();
    expect(load).toHaveBeenCalledTimes(1);
    expect(failure()).toBe(number);
  });

  it.each([undefined, {}, { bootstrap: 1, mount: 2, unmount: 3 }, { mount: async () => undefined }])(
    'no lifecycles in %o: SHELL-010',
    (module) => {
      expect(() => checkLifecycles(name, module)).toThrow(/SHELL-010/);
    },
  );

  it.each([
    ['bootstrap rejects', { bootstrap: () => Promise.reject(new Error('no')) }, 'SHELL-011'],
    ['mount rejects', { mount: () => Promise.reject(new Error('no')) }, 'SHELL-012'],
    [
      'mount throws',
      {
        mount: () => {
          throw new Error('no');
        },
      },
      'SHELL-012',
    ],
  ] as const)('%s', async (_, overrides, number) => {
    release();
    load.mockResolvedValue(remoteThat(overrides));
    open();
    await settled();
    expect(failure()).toBe(number);
    expect(host.childElementCount).toBe(0);
  });

  it('throws while rendering: SHELL-013 and its markup is gone', async () => {
    release();
    load.mockResolvedValue(remoteThat());
    open();
    await settled();
    window.dispatchEvent(new CustomEvent('masomo:error', { detail: { remote: 'mfe-cms', phase: 'render', error: new Error('not mine') } }));
    expect(last()).toEqual({ phase: 'ready' });
    const { version } = registryStore.get().remotes[name] ?? {};
    expect(recordSample).toHaveBeenCalledWith(name, version, 'load', expect.any(Number));
    window.dispatchEvent(new CustomEvent('masomo:error', { detail: { remote: name, phase: 'render', error: new Error('boom') } }));
    await settledAs('failed');
    expect(failure()).toBe('SHELL-013');
    expect(recordFailure).toHaveBeenLastCalledWith(name, version, expect.objectContaining({ number: 'SHELL-013' }));
    expect(host.childElementCount).toBe(0);
  });

  it('hangs: is reported as slow early and fails with SHELL-014', async () => {
    vi.useFakeTimers();
    release();
    load.mockReturnValue(new Promise(() => undefined));
    open();
    await vi.advanceTimersByTimeAsync(200);
    expect(last()).toEqual({ phase: 'loading' });
    await vi.advanceTimersByTimeAsync(2_400);
    expect(last()).toEqual({ phase: 'slow' });
    await vi.advanceTimersByTimeAsync(15_000);
    expect(failure()).toBe('SHELL-014');
  });

  it('arrives after its timeout: is mounted after all, and the next visit loads nothing again', async () => {
    vi.useFakeTimers();
    const { live } = release();
    const loading = Promise.withResolvers<RemoteLifecycles>();
    load.mockReturnValue(loading.promise);
    open();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(failure()).toBe('SHELL-014');
    loading.resolve(remoteThat());
    await vi.advanceTimersByTimeAsync(1_000);
    expect(last()).toEqual({ phase: 'ready' });
    expect(host.textContent).toBe(`mounted ${live}`);
    close();
    await vi.advanceTimersByTimeAsync(100);
    open();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(host.textContent).toBe(`mounted ${live}`);
    expect(load.mock.calls.map(([, , attempt]) => attempt)).toEqual([0, 0]);
  });

  it('arrives after the visitor has left: is not mounted', async () => {
    vi.useFakeTimers();
    release();
    const loading = Promise.withResolvers<RemoteLifecycles>();
    const mount = vi.fn(async () => undefined);
    load.mockReturnValue(loading.promise);
    open();
    await vi.advanceTimersByTimeAsync(15_000);
    close();
    loading.resolve(remoteThat({ mount }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(mount).not.toHaveBeenCalled();
  });

  it('never finishes mounting: SHELL-015', async () => {
    vi.useFakeTimers();
    release();
    load.mockResolvedValue(remoteThat({ mount: () => new Promise(() => undefined) }));
    open();
    await vi.advanceTimersByTimeAsync(9_000);
    expect(failure()).toBe('SHELL-015');
  });

  it('cannot be unmounted: SHELL-016 is reported, the next visit starts from scratch', async () => {
    const { live } = release();
    load.mockResolvedValue(remoteThat({ unmount: () => Promise.reject(new Error('no')) }));
    open();
    await settled();
    close();
    await vi.waitFor(() => expect(console.error).toHaveBeenCalledWith(expect.stringContaining('SHELL-016'), expect.anything()));
    open();
    await vi.waitFor(() => expect(host.textContent).toBe(`mounted ${live}`));
  });
});

describe('last good version', () => {
  const byVersion = (bad: string, overrides: Partial<RemoteLifecycles>) => async (_: string, candidate: RegistryVersion) =>
    remoteThat(candidate.version === bad ? overrides : {});

  it('is shown when the live one fails to mount, and at once on the next visit', async () => {
    const { live, previous } = release(true);
    load.mockImplementation(byVersion(live, { mount: () => Promise.reject(new Error('no')) }));
    open();
    await settled();
    expect(host.textContent).toBe(`mounted ${previous}`);
    close();
    await vi.waitFor(() => expect(host.childElementCount).toBe(0));
    states = [];
    load.mockClear();
    open();
    await settled();
    expect(load.mock.calls.map(([, candidate]) => candidate.version)).toEqual([previous]);
  });

  it('when it fails too, the error of the live one is shown; Retry tries the live one at a fresh address', async () => {
    const { live, registry } = release(true);
    load.mockRejectedValue(new ShellError('importFailed', name));
    open();
    await settled();
    expect(failure()).toBe('SHELL-008');
    close();
    states = [];
    load.mockReset();
    load.mockResolvedValue(remoteThat());
    resetFailures(name, registry.remotes[name]);
    open();
    await settled();
    expect(host.textContent).toBe(`mounted ${live}`);
    expect(load.mock.calls[0]?.[2]).toBeGreaterThan(0);
  });
});

describe('a release while the tab is open', () => {
  it('leaves what is mounted and serves the next visit', async () => {
    const { live } = release();
    load.mockResolvedValue(remoteThat());
    open();
    await settled();
    const next = release();
    expect(host.textContent).toBe(`mounted ${live}`);
    close();
    states = [];
    open();
    await vi.waitFor(() => expect(host.textContent).toBe(`mounted ${next.live}`));
  });
});
