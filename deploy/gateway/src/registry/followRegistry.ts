import { withFeatures, type Registry } from '@masomo/contracts/registry';
import { composeRegistry, variantFor, type Audience, type RegistryState, type ReleaseStore } from '@masomo/release';

/** How long a release may go unnoticed. */
const recheckAfterMs = 300;
/** How long a visitor waits for a slow store before getting the registry that was live last. */
const storeTimeoutMs = 1_000;

export type LiveRegistry = {
  /** The live registry for a visitor; without one, the registry everybody gets. Add-ons are in it only for `features`. */
  (visitor?: Audience, features?: readonly string[]): Promise<Registry | null>;
  /** Whether some visitors get other versions than the rest. */
  hasCanary(): boolean;
  /** Makes the next call read the store: something was just released through this gateway. */
  invalidate(): void;
};

/** The releases visitors may get from now on. */
function servedReleases({ live, canary }: RegistryState): { app: string; version: string }[] {
  const canaries = Object.entries(canary).map(([app, { version }]) => ({ app, version }));
  return [...Object.entries(live).map(([app, [version = '']]) => ({ app, version })), ...canaries];
}

type Composed = { complete: Registry; withoutAddons: Registry } | null;

async function composeBoth(store: ReleaseStore, from: RegistryState, variant: ReadonlySet<string>): Promise<Composed> {
  const complete = await composeRegistry(store, from, variant);
  return complete && { complete, withoutAddons: withFeatures(complete, []) };
}

/** The registry as the store has it now, read at most every 300 ms and composed only when it changed. */
export function followRegistry(store: ReleaseStore): LiveRegistry {
  let state: RegistryState | null = null;
  let composed = new Map<string, Promise<Composed>>();
  let checkedAt = -Infinity;
  let inFlight: Promise<void> | undefined;

  function compose(from: RegistryState, variant: ReadonlySet<string>, cache: typeof composed): Promise<Composed> {
    const key = [...variant].sort().join(' ');
    let registry = cache.get(key);
    if (!registry) {
      registry = composeBoth(store, from, variant);
      registry.catch(() => cache.delete(key));
      cache.set(key, registry);
    }
    return registry;
  }

  async function readStore(): Promise<void> {
    const next = await store.readState();
    if (state && next.revision === state.revision) return;
    const cache: typeof composed = new Map();
    await store.prepare(servedReleases(next));
    await compose(next, new Set(), cache);
    [state, composed] = [next, cache];
  }

  /** Reads once for all concurrent visitors; a failing store is read no more often than a healthy one. */
  function recheck(): Promise<void> {
    inFlight ??= readStore().finally(() => {
      checkedAt = performance.now();
      inFlight = undefined;
    });
    return inFlight;
  }

  async function liveRegistry(visitor?: Audience, features: readonly string[] = []): Promise<Registry | null> {
    if (performance.now() - checkedAt >= recheckAfterMs) {
      const rechecking = recheck();
      if (!state) await rechecking;
      // The last registry is served while the store cannot be read.
      else
        await Promise.race([
          rechecking.catch(() => undefined),
          new Promise((resolve) => {
            setTimeout(resolve, storeTimeoutMs).unref();
          }),
        ]);
    }
    if (!state) return null;
    const variant: ReadonlySet<string> = visitor ? variantFor(state, visitor) : new Set();
    const live = await compose(state, variant, composed);
    return live && (features.length > 0 ? withFeatures(live.complete, features) : live.withoutAddons);
  }

  return Object.assign(liveRegistry, {
    hasCanary: () => state !== null && Object.keys(state.canary).length > 0,
    invalidate: () => {
      checkedAt = -Infinity;
    },
  });
}
