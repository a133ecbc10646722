// @vitest-environment jsdom
import { webcrypto } from 'node:crypto';
import { loadRemote } from '@module-federation/enhanced/runtime';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentIds } from '@masomo/contracts/document';
import type { RemoteLifecycles } from '@masomo/contracts/lifecycles';
import { showBootFailure } from '../bootFailure.ts';
import { readConfig } from '../registry/readConfig.ts';
import { registryStore } from '../registry/registryStore.ts';
import { refreshRegistry } from '../registry/revalidateRegistry.ts';
import { recordFailure } from '../telemetry/releaseReports.ts';
import { watchErrors } from '../telemetry/watchErrors.ts';
import { productRegistry } from '../testing/productRegistry.ts';
import { integrityPlugin } from './integrityPlugin.ts';
import { mountRemote, mountTransitions, type RemoteStatus } from './mountRemote.ts';
import { asShellError, ShellError, shellErrors, type ShellErrorNumber } from './shellErrors.ts';

vi.mock('@module-federation/enhanced/runtime', () => ({
  loadRemote: vi.fn(),
  registerGlobalPlugins: vi.fn(),
  registerPlugins: vi.fn(),
  registerRemotes: vi.fn(),
}));
vi.mock('../telemetry/releaseReports.ts', () => ({ recordFailure: vi.fn(), recordSample: vi.fn() }));

const name = 'mfe-store';
const never = new Promise<never>(() => undefined);
const broken = () => Promise.reject(new Error('broken'));
const fetchMock = vi.fn<typeof fetch>();
let revision = 0;

const hashing = vi.spyOn(webcrypto.subtle, 'digest');

/** Passes the timers until a condition holds, and waits for every file that is being hashed, which takes real time. */
async function until<T>(read: () => T | undefined): Promise<T> {
  for (let turn = 0; turn < 100; turn += 1) {
    const value = read();
    if (value !== undefined) return value;
    await vi.advanceTimersByTimeAsync(250);
    await new Promise(setImmediate);
    await Promise.all(hashing.mock.results.map(({ value }) => value));
  }
  throw new Error('It did not happen in 25 seconds.');
}

const lifecycles = (overrides: Partial<RemoteLifecycles> = {}): RemoteLifecycles => ({
  bootstrap: async () => undefined,
  mount: async () => undefined,
  unmount: async () => undefined,
  ...overrides,
});

/** Mounts a release of its own, whose container answers with `loading`. */
function mount(loading: () => Promise<unknown>) {
  revision += 1;
  const registry = productRegistry(revision);
  const remote = registry.remotes[name];
  if (remote) Object.assign(remote, { version: `${revision}.0.0-test`, base: `/releases/${name}/${revision}/` });
  registryStore.set(registry);
  vi.mocked(loadRemote).mockImplementation(loading);
  return mountAnything();
}

function mountAnything() {
  const statuses: RemoteStatus[] = [];
  const host = document.body.appendChild(document.createElement('div'));
  const close = mountRemote({ name, host, onStatus: (status) => statuses.push(status) });
  const failure = () => until(() => statuses.map((status) => (status.phase === 'failed' ? status.error.number : undefined)).find(Boolean));
  const ready = () => until(() => statuses.find(({ phase }) => phase === 'ready'));
  return { close, failure, ready };
}

const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => (error instanceof ShellError ? error.number : undefined),
  );

/** One way to each error, through what raises it; a number without a row does not compile. */
const causes: Record<ShellErrorNumber, () => Promise<string | undefined>> = {
  'SHELL-001': () => rejection(refreshRegistry()),
  'SHELL-002': () => {
    fetchMock.mockResolvedValue(Response.json({ remotes: 'none' }));
    return rejection(refreshRegistry());
  },
  'SHELL-003': () => {
    fetchMock.mockResolvedValue(new Response('', { status: 500 }));
    return rejection(readConfig());
  },
  'SHELL-004': () => {
    registryStore.set({ ...productRegistry((revision += 1)), remotes: {} });
    return mountAnything().failure();
  },
  'SHELL-005': () => mount(() => Promise.reject(new Error('RUNTIME-008: the script did not load'))).failure(),
  'SHELL-006': () => {
    fetchMock.mockImplementation(async () => new Response('something else'));
    return mount(() => Promise.reject(new Error('RUNTIME-008: the script did not load'))).failure();
  },
  'SHELL-007': () =>
    mount(async () => {
      integrityPlugin().createScript?.({ url: 'https://elsewhere.test/script.js', attrs: {} });
    }).failure(),
  'SHELL-008': () => mount(broken).failure(),
  'SHELL-009': () => mount(() => Promise.reject(new Error('RUNTIME-006: no such shared module'))).failure(),
  'SHELL-010': () => mount(async () => ({})).failure(),
  'SHELL-011': () => mount(async () => lifecycles({ bootstrap: broken })).failure(),
  'SHELL-012': () => mount(async () => lifecycles({ mount: broken })).failure(),
  'SHELL-013': async () => {
    const { ready, failure } = mount(async () => lifecycles());
    await ready();
    window.dispatchEvent(new CustomEvent('masomo:error', { detail: { remote: name, phase: 'render', error: new Error('broken') } }));
    return failure();
  },
  'SHELL-014': () => mount(() => never).failure(),
  'SHELL-015': () => mount(async () => lifecycles({ mount: () => never })).failure(),
  'SHELL-016': async () => {
    const { ready, close } = mount(async () => lifecycles({ unmount: broken }));
    await ready();
    close();
    return until(() => /SHELL-016/.exec(vi.mocked(console.error).mock.calls.flat().join(' '))?.[0]);
  },
  'SHELL-017': async () => {
    document.body.innerHTML = `<div id="${documentIds.root}"></div>`;
    showBootFailure(asShellError(new Error('broken'), 'frameFailed'));
    return /SHELL-\d+/.exec(document.body.textContent)?.[0];
  },
  'SHELL-018': async () => {
    watchErrors();
    const error = Object.assign(new Error('broken'), { stack: 'at https://masomo.test/releases/mfe-store/1.0.0/main.js' });
    window.dispatchEvent(new ErrorEvent('error', { error }));
    return vi.mocked(recordFailure).mock.lastCall?.[2].number;
  },
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.spyOn(console, 'error')
    .mockReset()
    .mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  fetchMock.mockReset().mockRejectedValue(new TypeError('Failed to fetch'));
  // jsdom computes no digests.
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

describe('every failure has its number', () => {
  it.each(Object.values(shellErrors))('$number: $sentence', async ({ number }) => {
    expect(await causes[number]()).toBe(number);
  });
});

it('the declared transitions and the numbered errors agree', () => {
  const outsideOfMounting = ['SHELL-001', 'SHELL-002', 'SHELL-003', 'SHELL-017', 'SHELL-018'];
  const edges = Object.values(mountTransitions).flatMap((edgesOfState) => Object.keys(edgesOfState));
  const onEdges = new Set(edges.filter((event) => event.startsWith('SHELL-')));
  expect([...onEdges, ...outsideOfMounting].sort()).toEqual(Object.values(shellErrors).map(({ number }) => number));
});

it('every state can be reached, and only the last one cannot be left', () => {
  const reached = new Set<string>(['resolving', ...Object.values(mountTransitions).flatMap((edges) => Object.values(edges))]);
  expect(reached).toEqual(new Set(Object.keys(mountTransitions)));
  expect(Object.entries(mountTransitions).flatMap(([state, edges]) => (Object.keys(edges).length === 0 ? [state] : []))).toEqual([
    'closed',
  ]);
});
