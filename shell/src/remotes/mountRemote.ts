import type { RemoteLifecycles } from '@masomo/contracts/lifecycles';
import { registryStore } from '../registry/registryStore.ts';
import { revalidateRegistry } from '../registry/revalidateRegistry.ts';
import { firstVersion, nextVersion, markHealthy, type VersionAttempt } from './fallbackVersions.ts';
import { loadLifecycles } from './loadLifecycles.ts';
import { preloadFiles } from '../preload/preloadScreen.ts';
import { runScreenScripts } from '../preload/runScreenScripts.ts';
import { discardSlot, mountSlot, slotOf, unmountSlot, type Slot } from './parcelSlots.ts';
import { asShellError, reportShellError, ShellError } from './shellErrors.ts';
import { withTimeout } from './withTimeout.ts';
import { recordFailure, recordSample } from '../telemetry/releaseReports.ts';

/**
 * What an outlet shows. `waiting`: nothing yet, it is usually over in a blink. `slow`: still loading, and worth
 * saying so. A failed outlet stays failed until somebody retries, or until what took too long comes after all.
 */
export type RemoteStatus = { phase: 'waiting' | 'loading' | 'slow' | 'ready' } | { phase: 'failed'; error: ShellError };

const skeletonAfter = 150;
const slowAfter = 2_000;
const loadLimit = 10_000;

type Options = { name: string; host: HTMLElement; onState: (state: RemoteStatus) => void };

/** How much longer than the remote itself the scripts of its screen are waited for: shown at once, nothing moves. */
const screenPatience = 400;

/**
 * Asks for all files at once while it is asked what is live; when that has changed since, a few are fetched in vain.
 * Resolves when what the screen is made of is here.
 */
async function fetchLikely(name: string): Promise<void> {
  const remote = registryStore.get().remotes[name];
  if (!remote) return;
  const { release, attempt } = firstVersion(name, remote);
  if (release !== remote || attempt > 0) return;
  preloadFiles(remote, location.pathname);
  await runScreenScripts(remote, location.pathname);
}

type Loaded = { candidate: VersionAttempt; lifecycles: RemoteLifecycles };

/** Loads a remote and mounts it into `host`. Returns how to close it again. */
export function mountRemote({ name, host, onState }: Options): () => void {
  const openedAt = performance.now();
  let isClosed = false;
  let slot: Slot | undefined;
  let onRenderError: ((error: ShellError) => void) | undefined;
  let screenIsHere = Promise.resolve();
  const prerendered = host.querySelector<HTMLElement>(`:scope > [data-prerendered="${name}"]`);
  const tell = (state: RemoteStatus) => {
    if (!isClosed) onState(state);
  };

  const timers = prerendered
    ? []
    : [setTimeout(() => tell({ phase: 'loading' }), skeletonAfter), setTimeout(() => tell({ phase: 'slow' }), slowAfter)];
  const settle = (state: RemoteStatus) => {
    timers.forEach(clearTimeout);
    tell(state);
  };

  const listen = (event: Event) => {
    const { detail } = event as CustomEvent<{ remote: string; phase: string; error: unknown }>;
    if (detail.remote !== name) return;
    if (detail.phase === 'render') onRenderError?.(new ShellError('renderFailed', name, detail.error));
    else console.warn(`${name}: ${detail.phase}`, detail.error);
  };
  window.addEventListener('masomo:error', listen);

  function tellFailure(error: ShellError, { release }: VersionAttempt): void {
    reportShellError(error);
    recordFailure(name, release.version, error);
  }

  /** What took longer than its limit; a slow line delivers in the end. */
  const late: Promise<Loaded>[] = [];

  async function load(candidate: VersionAttempt): Promise<Loaded> {
    const loading = loadLifecycles(name, candidate.release, candidate.attempt).then((lifecycles) => ({ candidate, lifecycles }));
    try {
      return await withTimeout(loading, loadLimit, 'loadTimedOut', name);
    } catch (error) {
      if (error instanceof ShellError && error.kind === 'loadTimedOut') {
        late.push(loading);
        loading.then(
          () => markHealthy(name, candidate),
          () => undefined,
        );
      }
      throw error;
    }
  }

  async function show({ candidate, lifecycles }: Loaded, isFirst: boolean): Promise<void> {
    await Promise.race([
      screenIsHere,
      new Promise((resolve) => {
        setTimeout(resolve, screenPatience);
      }),
    ]);
    if (isClosed) return;
    const mine = slotOf(
      name,
      candidate.release.version,
      candidate.attempt,
      () => (isFirst && prerendered) || document.createElement('div'),
    );
    slot = mine;
    if (mine.element.parentNode !== host) host.append(mine.element);
    const failure = new Promise<never>((_, reject) => {
      onRenderError = reject;
    });
    try {
      await Promise.race([mountSlot(mine, lifecycles, () => !isClosed), failure]);
    } catch (error) {
      discardSlot(mine);
      throw error;
    }
    if (isClosed) return;
    if (prerendered && prerendered !== mine.element) prerendered.remove();
    onRenderError = (error) => {
      tellFailure(error, candidate);
      discardSlot(mine);
      settle({ phase: 'failed', error });
    };
  }

  async function run(): Promise<void> {
    if (!prerendered) {
      screenIsHere = fetchLikely(name);
      await revalidateRegistry();
    }
    if (isClosed) return;
    const remote = registryStore.get().remotes[name];
    if (!remote) throw new ShellError('unknownRemote', name);
    let first: ShellError | undefined;
    let candidate: VersionAttempt | null = firstVersion(name, remote);
    for (let tried = 1; candidate && !isClosed; tried += 1) {
      try {
        await show(await load(candidate), tried === 1);
        settle({ phase: 'ready' });
        if (!prerendered && !isClosed) recordSample(name, candidate.release.version, 'load', performance.now() - openedAt);
        return;
      } catch (cause) {
        const error = asShellError(cause, 'mountFailed', name);
        tellFailure(error, candidate);
        first ??= error;
        candidate = nextVersion(name, remote, candidate, error, tried);
      }
    }
    if (!first) return;
    settle({ phase: 'failed', error: first });
    const arrived = await Promise.any(late).catch(() => null);
    if (!arrived || isClosed) return;
    try {
      await show(arrived, false);
    } catch (cause) {
      const error = asShellError(cause, 'mountFailed', name);
      tellFailure(error, arrived.candidate);
      throw error;
    }
    settle({ phase: 'ready' });
  }

  run().catch((cause: unknown) => {
    const error = asShellError(cause, 'mountFailed', name);
    if (error.kind === 'unknownRemote') reportShellError(error);
    settle({ phase: 'failed', error });
  });

  return () => {
    isClosed = true;
    timers.forEach(clearTimeout);
    window.removeEventListener('masomo:error', listen);
    if (!slot) return;
    const closing = slot;
    unmountSlot(closing)
      .then(() => {
        if (closing.element.parentNode === host) closing.element.remove();
      })
      .catch((error: unknown) => reportShellError(asShellError(error, 'unmountFailed', name)));
  };
}
