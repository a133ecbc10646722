import type { RemoteLifecycles } from '@masomo/contracts/lifecycles';
import type { RegistryRemote } from '@masomo/contracts/registry';
import { preloadFiles } from '../preload/preloadScreen.ts';
import { runScreenScripts } from '../preload/runScreenScripts.ts';
import { registryStore } from '../registry/registryStore.ts';
import { revalidateRegistry } from '../registry/revalidateRegistry.ts';
import { recordFailure, recordSample } from '../telemetry/releaseReports.ts';
import { firstVersion, markHealthy, nextVersion, type VersionAttempt } from './fallbackVersions.ts';
import { noteScreen } from './firstScreen.ts';
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

type Edges = typeof mountTransitions;
/** A step returns one of its state's events, or throws the error of one of its failing edges. */
type Steps = { [S in Exclude<MountState, 'closed'>]: () => Promise<Exclude<keyof Edges[S], ShellErrorNumber | 'close'>> };

/** Loads a remote and mounts it into `host`; `onStatus` says what to show there until then. Returns how to close it again. */
export function mountRemote({ name, host, onStatus }: MountOptions): () => void {
  const openedAt = performance.now();
  const prerendered = host.querySelector<HTMLElement>(`:scope > [data-prerendered="${name}"]`);
  let isClosed = false;
  let requestClose: () => void = () => undefined;
  const closeRequest = new Promise<'close'>((resolve) => {
    requestClose = () => resolve('close');
  });
  let onRenderError: (error: ShellError) => void = () => undefined;

  // Set by the state before the one that reads them.
  let screenScripts: Promise<unknown> = Promise.resolve();
  let remote: RegistryRemote;
  let version: VersionAttempt;
  let lifecycles: RemoteLifecycles;
  let slot: Slot | undefined;
  let renderFailure: Promise<never>;
  let retryWith: VersionAttempt | null = null;

  let failureCount = 0;
  /** What is shown when nothing helps: the first failure, which is that of the live version. */
  let firstError: ShellError | undefined;
  /** Versions that timed out and may still arrive. */
  let late: Promise<Loaded>[] = [];
  let isLate = false;

  const steps: Steps = {
    async resolving() {
      if (!prerendered) {
        screenScripts = startLikelyDownloads(name);
        await revalidateRegistry();
      }
      const entry = registryStore.get().remotes[name];
      if (!entry) throw reported(new ShellError('unknownRemote', name));
      remote = entry;
      version = firstVersion(name, remote);
      return 'resolved';
    },

    async loading() {
      const loading = loadLifecycles(name, version.release, version.attempt);
      try {
        lifecycles = await withTimeout(loading, loadTimeoutMs, 'loadTimedOut', name);
        return 'loaded';
      } catch (cause) {
        const error = asShellError(cause, 'importFailed', name);
        if (error.kind === 'loadTimedOut') expectLate(loading);
        throw attemptFailed(error);
      }
    },

    async waitingForScreen() {
      await Promise.race([screenScripts, new Promise((resolve) => setTimeout(resolve, screenTimeoutMs))]);
      return 'screenReady';
    },

    async mounting() {
      const makeElement = () => (failureCount === 0 && prerendered) || document.createElement('div');
      const mine = (slot = slotOf(name, version.release.version, version.attempt, makeElement));
      if (mine.element.parentNode !== host) host.append(mine.element);
      renderFailure = new Promise((_, reject) => {
        onRenderError = reject;
      });
      try {
        await Promise.race([mountSlot(mine, lifecycles, () => !isClosed), renderFailure]);
        return 'mounted';
      } catch (cause) {
        discardSlot(mine);
        throw attemptFailed(asShellError(cause, 'mountFailed', name));
      }
    },

    async recovering() {
      if (!retryWith) return 'giveUp';
      const isSameRelease = retryWith.release === version.release;
      version = retryWith;
      return isSameRelease ? 'retry' : 'fallBack';
    },

    async mounted() {
      if (prerendered && prerendered !== slot?.element) prerendered.remove();
      late = [];
      settle({ phase: 'ready' });
      if (!prerendered && !isLate) recordSample(name, version.release.version, 'load', performance.now() - openedAt);
      return renderFailure.catch((error: ShellError) => {
        firstError = undefined;
        if (slot) discardSlot(slot);
        throw reported(error, version);
      });
    },

    async failed() {
      if (firstError) settle({ phase: 'failed', error: firstError });
      const arrived = await Promise.any(late).catch(() => new Promise<never>(() => undefined));
      ({ version, lifecycles } = arrived);
      [late, isLate, firstError] = [[], true, undefined];
      return 'arrivedLate';
    },

    async closing() {
      if (!slot) return 'closed';
      await unmountSlot(slot).catch((cause: unknown) => {
        throw reported(asShellError(cause, 'unmountFailed', name));
      });
      if (slot.element.parentNode === host) slot.element.remove();
      return 'closed';
    },
  };

  function reported(error: ShellError, ofVersion?: VersionAttempt): ShellError {
    firstError ??= error;
    reportShellError(error);
    if (ofVersion) recordFailure(name, ofVersion.release.version, error);
    return error;
  }

  /** Done by the failing step itself, so that a visit that was closed by then still counts for the next one. */
  function attemptFailed(error: ShellError): ShellError {
    failureCount += 1;
    retryWith = isLate ? null : nextVersion(name, remote, version, error, failureCount);
    return reported(error, version);
  }

  /** A slow connection delivers in the end; what it delivers is healthy. */
  function expectLate(loading: Promise<RemoteLifecycles>): void {
    const timedOut = version;
    const arrival = loading.then((arrived) => {
      markHealthy(name, timedOut);
      return { version: timedOut, lifecycles: arrived };
    });
    arrival.catch(() => undefined);
    late.push(arrival);
  }

  const show = (status: RemoteStatus) => {
    if (!isClosed) onStatus(status);
  };
  const timers = prerendered
    ? []
    : [setTimeout(() => show({ phase: 'loading' }), spinnerDelayMs), setTimeout(() => show({ phase: 'slow' }), slowAfterMs)];
  function settle(status: RemoteStatus): void {
    timers.forEach(clearTimeout);
    noteScreen();
    show(status);
  }

  const onError = (event: Event) => {
    const { detail } = event as CustomEvent<{ remote: string; phase: string; error: unknown }>;
    if (detail.remote !== name) return;
    if (detail.phase === 'render') onRenderError(new ShellError('renderFailed', name, detail.error));
    else console.warn(`${name}: ${detail.phase}`, detail.error);
  };
  window.addEventListener('masomo:error', onError);

  async function run(): Promise<void> {
    for (let state: MountState = 'resolving'; state !== 'closed';) {
      const step: Promise<MountEvent> = steps[state]().catch((cause: unknown) => asShellError(cause, 'mountFailed', name).number);
      state = nextState(state, state === 'closing' ? await step : await Promise.race([closeRequest, step]));
    }
  }
  run().catch((cause: unknown) => settle({ phase: 'failed', error: reported(asShellError(cause, 'mountFailed', name)) }));

  return () => {
    isClosed = true;
    timers.forEach(clearTimeout);
    window.removeEventListener('masomo:error', onError);
    requestClose();
  };
}

function nextState(state: MountState, event: MountEvent): MountState {
  const edges: Partial<Record<MountEvent, MountState>> = mountTransitions[state];
  const next = edges[event];
  if (!next) throw new Error(`mountRemote has no transition from ${state} on ${event}.`);
  return next;
}

/** Starts downloading what is live as far as this tab knows; when that has changed, a few requests were wasted. */
async function startLikelyDownloads(name: string): Promise<void> {
  const remote = registryStore.get().remotes[name];
  if (!remote) return;
  const { release, attempt } = firstVersion(name, remote);
  if (release !== remote || attempt > 0) return;
  preloadFiles(remote, location.pathname);
  await runScreenScripts(remote, location.pathname);
}
