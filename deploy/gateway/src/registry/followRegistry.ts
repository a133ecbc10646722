import { withFeatures, type Registry } from '@masomo/contracts/registry';
import { composeRegistry, variantFor, variantsOf, type Audience, type RegistryState, type ReleaseStore } from '@masomo/release';

/** How long a release may go unnoticed. */
const recheckAfterMs = 300;
/** How long a visitor waits for a slow store before getting the registry that was live last. */
const storeTimeoutMs = 1_000;

export type LiveRegistry = {
  /** The live registry for a visitor; without one, the registry everybody gets. Add-ons are in it only for `features`. */
  (visitor?: Audience, features?: readonly string[]): Promise<Registry | null>;
  /** Resolves once the releases that were live at the start have rendered their first pages. */
  whenPrepared(): Promise<void>;
  isPrepared(): boolean;
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

/** Makes ready what a registry has beside the one that is live before it. */
export type Prepare = (registry: Registry, before: Registry | null) => Promise<void>;

/** A state of the store, with the registries that visitors get by it. */
type Live = {
  state: RegistryState;
  composed: Map<string, Promise<Composed>>;
  /** Resolves once each of these registries has been prepared. */
  prepared: Promise<void>;
  /** Resolves then, or when nobody should wait for it any longer. */
  awaited: Promise<unknown>;
};

const waitMs = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });

function composeFrom({ state, composed }: Pick<Live, 'state' | 'composed'>, store: ReleaseStore, variant: ReadonlySet<string>) {
  const key = [...variant].sort().join(' ');
  let registry = composed.get(key);
  if (!registry) {
    registry = composeBoth(store, state, variant);
    registry.catch(() => composed.delete(key));
    composed.set(key, registry);
  }
  return registry;
}

/**
 * The registry as the store has it now, read at most every 300 ms and composed only when it changed. A change becomes current once
 * `prepare` has made every registry ready that some visitors get by it; a later change does not wait for an earlier one.
 */
export function followRegistry(store: ReleaseStore, prepare: Prepare = async () => {}): LiveRegistry {
  let current: Live | undefined;
  /** What becomes current when it is prepared. */
  let upcoming: Live | undefined;
  let isPrepared = false;
  let checkedAt = -Infinity;
  let inFlight: Promise<void> | undefined;

  async function prepareAll(live: Pick<Live, 'state' | 'composed'>): Promise<void> {
    const before = current ? await composeFrom(current, store, new Set()) : null;
    for (const variant of variantsOf(live.state)) {
      const registry = await composeFrom(live, store, variant);
      if (registry) await prepare(registry.withoutAddons, before && before.withoutAddons);
    }
  }

  async function readStore(): Promise<void> {
    const state = await store.readState();
    if ((upcoming ?? current)?.state.revision === state.revision) return;
    await store.prepare(servedReleases(state));
    const composed: Live['composed'] = new Map();
    await composeFrom({ state, composed }, store, new Set());
    // A registry that cannot be composed fails for the request that asks for it.
    const prepared = prepareAll({ state, composed }).catch(() => undefined);
    const live: Live = { state, composed, prepared, awaited: Promise.race([prepared, waitMs(storeTimeoutMs)]) };
    void prepared.then(() => {
      isPrepared = true;
      if (upcoming === live) [current, upcoming] = [live, undefined];
    });
    // The first one has none before it to serve in the meantime; `isPrepared` says when it is ready.
    if (current) upcoming = live;
    else current = live;
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
      if (!current) await rechecking;
      // The last registry is served while the store cannot be read.
      else await Promise.race([rechecking.catch(() => undefined), waitMs(storeTimeoutMs)]);
    }
    await upcoming?.awaited;
    if (!current) return null;
    const { state } = current;
    const live = await composeFrom(current, store, visitor ? variantFor(state, visitor) : new Set());
    return live && (features.length > 0 ? withFeatures(live.complete, features) : live.withoutAddons);
  }

  return Object.assign(liveRegistry, {
    whenPrepared: async () => current?.prepared,
    isPrepared: () => isPrepared,
    hasCanary: () => current !== undefined && Object.keys(current.state.canary).length > 0,
    invalidate: () => {
      checkedAt = -Infinity;
    },
  });
}
