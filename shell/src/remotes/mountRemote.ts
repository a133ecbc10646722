import type { RemoteLifecycles } from '@masomo/contracts/lifecycles';
import type { RegistryRemote } from '@masomo/contracts/registry';
import { preloadFiles } from '../preload/preloadScreen.ts';
import { runScreenScripts } from '../preload/runScreenScripts.ts';
import { registryStore } from '../registry/registryStore.ts';
import { revalidateRegistry } from '../registry/revalidateRegistry.ts';
import { recordFailure, recordSample } from '../telemetry/releaseReports.ts';
import { firstVersion, markHealthy, nextVersion, type VersionAttempt } from './fallbackVersions.ts';
import { loadLifecycles } from './loadLifecycles.ts';
import { discardSlot, mountSlot, slotOf, unmountSlot, type Slot } from './parcelSlots.ts';
import { asShellError, reportShellError, ShellError, type ShellErrorNumber } from './shellErrors.ts';
import { withTimeout } from './withTimeout.ts';

export type MountState =
  'resolving' | 'loading' | 'waitingForScreen' | 'mounting' | 'recovering' | 'mounted' | 'failed' | 'closing' | 'closed';
export type MountEvent =
  | 'resolved' // the registry has an entry for the remote
  | 'loaded' // its lifecycles are here
  | 'screenReady' // the scripts of its screen have run, or took too long to wait for
  | 'mounted'
  | 'retry' // the same version again, at a fresh address
  | 'fallBack' // the last good version instead
  | 'giveUp'
  | 'arrivedLate' // a version that timed out was loaded after all
  | 'close' // the visitor left the remote
  | 'closed'
  | ShellErrorNumber;

/**
 * The way from a registry entry to a mounted remote: for every state the events that leave it, and the state each one leads
 * to. A failing edge is the number of its error in `shellErrors.ts`. What happens in a state is the step of its name below.
 */
export const mountTransitions = {
  resolving: { resolved: 'loading', 'SHELL-004': 'failed', close: 'closing' },
  loading: {
    loaded: 'waitingForScreen',
    'SHELL-005': 'recovering',
    'SHELL-006': 'recovering',
    'SHELL-007': 'recovering',
    'SHELL-008': 'recovering',
    'SHELL-009': 'recovering',
    'SHELL-010': 'recovering',
    'SHELL-014': 'recovering',
    close: 'closing',
  },
  waitingForScreen: { screenReady: 'mounting', close: 'closing' },
  mounting: {
    mounted: 'mounted',
    'SHELL-011': 'recovering',
    'SHELL-012': 'recovering',
    'SHELL-013': 'recovering',
    'SHELL-015': 'recovering',
    close: 'closing',
  },
  recovering: { retry: 'loading', fallBack: 'loading', giveUp: 'failed', close: 'closing' },
  mounted: { 'SHELL-013': 'failed', close: 'closing' },
  failed: { arrivedLate: 'waitingForScreen', close: 'closing' },
  closing: { closed: 'closed', 'SHELL-016': 'closed' },
  closed: {},
} as const satisfies Record<MountState, Partial<Record<MountEvent, MountState>>>;

/** What an outlet shows. `waiting` is nothing yet: most remotes are there before a spinner would be. */
export type RemoteStatus = { phase: 'waiting' | 'loading' | 'slow' | 'ready' } | { phase: 'failed'; error: ShellError };

const spinnerDelayMs = 150;
const slowAfterMs = 2_000;
const loadTimeoutMs = 10_000;
/** A remote that mounts before its screen's scripts have run would show its own spinner first. */
const screenTimeoutMs = 400;

type MountOptions = { name: string; host: HTMLElement; onStatus: (status: RemoteStatus) => void };
type Loaded = { version: VersionAttempt; lifecycles: RemoteLifecycles };

/** One stay of a visitor at a remote; the fields without a value are set by the state before the one that reads them. */
class Visit {
  readonly name: string;
  readonly host: HTMLElement;
  readonly openedAt = performance.now();
  readonly prerendered: HTMLElement | null;
  isClosed = false;
  setStatus: (status: RemoteStatus) => void = () => undefined;
  onRenderError: (error: ShellError) => void = () => undefined;
  screenScripts: Promise<unknown> = Promise.resolve();
  remote!: RegistryRemote;
  version!: VersionAttempt;
  lifecycles!: RemoteLifecycles;
  slot: Slot | undefined;
  renderFailure!: Promise<never>;
  failureCount = 0;
  /** What is shown when nothing helps: the first failure, which is that of the live version. */
  error: ShellError | undefined;
  nextVersion: VersionAttempt | null = null;
  /** Versions that timed out and may still arrive. */
  late: Promise<Loaded>[] = [];
  isLate = false;

  constructor(name: string, host: HTMLElement) {
    this.name = name;
    this.host = host;
    this.prerendered = host.querySelector<HTMLElement>(`:scope > [data-prerendered="${name}"]`);
  }
}

type Edges = typeof mountTransitions;
/** A step returns one of its state's events, or throws the error of one of its failing edges. */
type Steps = { [S in Exclude<MountState, 'closed'>]: (visit: Visit) => Promise<Exclude<keyof Edges[S], ShellErrorNumber | 'close'>> };

const steps: Steps = {
  async resolving(visit) {
    const { name } = visit;
    if (!visit.prerendered) {
      visit.screenScripts = startLikelyDownloads(name);
      await revalidateRegistry();
    }
    const remote = registryStore.get().remotes[name];
    if (!remote) {
      visit.error = new ShellError('unknownRemote', name);
      reportShellError(visit.error);
      throw visit.error;
    }
    visit.remote = remote;
    visit.version = firstVersion(name, remote);
    return 'resolved';
  },

  async loading(visit) {
    const { name, version } = visit;
    const loading = loadLifecycles(name, version.release, version.attempt);
    try {
      visit.lifecycles = await withTimeout(loading, loadTimeoutMs, 'loadTimedOut', name);
      return 'loaded';
    } catch (cause) {
      const error = asShellError(cause, 'importFailed', name);
      if (error.kind === 'loadTimedOut') expectLate(visit, loading);
      throw attemptFailed(visit, error);
    }
  },

  async waitingForScreen(visit) {
    await Promise.race([visit.screenScripts, new Promise((resolve) => setTimeout(resolve, screenTimeoutMs))]);
    return 'screenReady';
  },

  async mounting(visit) {
    const { name, host, version, prerendered } = visit;
    const makeElement = () => (visit.failureCount === 0 && prerendered) || document.createElement('div');
    const slot = slotOf(name, version.release.version, version.attempt, makeElement);
    visit.slot = slot;
    if (slot.element.parentNode !== host) host.append(slot.element);
    visit.renderFailure = new Promise((_, reject) => {
      visit.onRenderError = reject;
    });
    try {
      await Promise.race([mountSlot(slot, visit.lifecycles, () => !visit.isClosed), visit.renderFailure]);
      return 'mounted';
    } catch (cause) {
      discardSlot(slot);
      throw attemptFailed(visit, asShellError(cause, 'mountFailed', name));
    }
  },

  async recovering(visit) {
    if (!visit.nextVersion) return 'giveUp';
    const isSameRelease = visit.nextVersion.release === visit.version.release;
    visit.version = visit.nextVersion;
    return isSameRelease ? 'retry' : 'fallBack';
  },

  async mounted(visit) {
    const { name, version, prerendered, slot } = visit;
    if (prerendered && prerendered !== slot?.element) prerendered.remove();
    visit.late = [];
    visit.setStatus({ phase: 'ready' });
    if (!prerendered && !visit.isLate) recordSample(name, version.release.version, 'load', performance.now() - visit.openedAt);
    return visit.renderFailure.catch((error: ShellError) => {
      visit.error = error;
      report(visit, error);
      if (slot) discardSlot(slot);
      throw error;
    });
  },

  async failed(visit) {
    if (visit.error) visit.setStatus({ phase: 'failed', error: visit.error });
    const arrived = await Promise.any(visit.late).catch(() => new Promise<never>(() => undefined));
    Object.assign(visit, arrived, { late: [], isLate: true, error: undefined });
    return 'arrivedLate';
  },

  async closing({ name, slot, host }) {
    if (!slot) return 'closed';
    try {
      await unmountSlot(slot);
    } catch (cause) {
      const error = asShellError(cause, 'unmountFailed', name);
      reportShellError(error);
      throw error;
    }
    if (slot.element.parentNode === host) slot.element.remove();
    return 'closed';
  },
};

/** Starts downloading what is live as far as this tab knows; when that has changed, a few requests were wasted. */
async function startLikelyDownloads(name: string): Promise<void> {
  const remote = registryStore.get().remotes[name];
  if (!remote) return;
  const { release, attempt } = firstVersion(name, remote);
  if (release !== remote || attempt > 0) return;
  preloadFiles(remote, location.pathname);
  await runScreenScripts(remote, location.pathname);
}

function report({ name, version }: Visit, error: ShellError): void {
  reportShellError(error);
  recordFailure(name, version.release.version, error);
}

/** Done by the failing step itself, so that a visit that was closed meanwhile still counts for the next one. */
function attemptFailed(visit: Visit, error: ShellError): ShellError {
  report(visit, error);
  visit.error ??= error;
  visit.failureCount += 1;
  visit.nextVersion = visit.isLate ? null : nextVersion(visit.name, visit.remote, visit.version, error, visit.failureCount);
  return error;
}

/** A slow connection delivers in the end; what it delivers is healthy. */
function expectLate(visit: Visit, loading: Promise<RemoteLifecycles>): void {
  const { name, version } = visit;
  const arrival = loading.then((lifecycles) => {
    markHealthy(name, version);
    return { version, lifecycles };
  });
  arrival.catch(() => undefined);
  visit.late.push(arrival);
}

function nextState(state: MountState, event: MountEvent): MountState {
  const edges: Partial<Record<MountEvent, MountState>> = mountTransitions[state];
  const next = edges[event];
  if (!next) throw new Error(`mountRemote has no transition from ${state} on ${event}.`);
  return next;
}

async function run(visit: Visit, closeRequest: Promise<'close'>): Promise<void> {
  for (let state: MountState = 'resolving'; state !== 'closed';) {
    const step: Promise<MountEvent> = steps[state](visit).catch((cause: unknown) => asShellError(cause, 'mountFailed', visit.name).number);
    state = nextState(state, state === 'closing' ? await step : await Promise.race([closeRequest, step]));
  }
}

/** Loads a remote and mounts it into `host`; `onStatus` says what to show there meanwhile. Returns how to close it again. */
export function mountRemote({ name, host, onStatus }: MountOptions): () => void {
  const visit = new Visit(name, host);
  let requestClose: () => void = () => undefined;
  const closeRequest = new Promise<'close'>((resolve) => {
    requestClose = () => resolve('close');
  });
  const show = (status: RemoteStatus) => {
    if (!visit.isClosed) onStatus(status);
  };
  const timers = visit.prerendered
    ? []
    : [setTimeout(() => show({ phase: 'loading' }), spinnerDelayMs), setTimeout(() => show({ phase: 'slow' }), slowAfterMs)];
  visit.setStatus = (status) => {
    timers.forEach(clearTimeout);
    show(status);
  };
  const onError = (event: Event) => {
    const { detail } = event as CustomEvent<{ remote: string; phase: string; error: unknown }>;
    if (detail.remote !== name) return;
    if (detail.phase === 'render') visit.onRenderError(new ShellError('renderFailed', name, detail.error));
    else console.warn(`${name}: ${detail.phase}`, detail.error);
  };
  window.addEventListener('masomo:error', onError);
  run(visit, closeRequest).catch((cause: unknown) => visit.setStatus({ phase: 'failed', error: asShellError(cause, 'mountFailed', name) }));
  return () => {
    visit.isClosed = true;
    timers.forEach(clearTimeout);
    window.removeEventListener('masomo:error', onError);
    requestClose();
  };
}
