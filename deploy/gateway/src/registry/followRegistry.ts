import type { Registry } from '@masomo/contracts/registry';
import { composeRegistry, variantFor, type Audience, type RegistryState, type ReleaseStore } from '@masomo/release';

/** How long a release may stay unnoticed. */
const recheckAfter = 300;
/** A visitor waits this long for a store that does not answer; then what was live is served. */
const patience = 1_000;

export type LiveRegistry = {
  /** What is live for a visitor; without one, what is live for everybody. */
  (visitor?: Audience): Promise<Registry | null>;
  /** Whether some visitors get something else than the others. */
  hasCanary(): boolean;
  /** Looks at the store again at the next question: something was just released through this gateway. */
  invalidate(): void;
};

/** What visitors may be given from now on. */
function inService({ live, canary }: RegistryState): { app: string; version: string }[] {
  const trials = Object.entries(canary).map(([app, { version }]) => ({ app, version }));
  return [...Object.entries(live).map(([app, [version = '']]) => ({ app, version })), ...trials];
}

/** The registry as the store has it now, read again at most every 300 ms and composed only when it changed. */
export function followRegistry(store: ReleaseStore): LiveRegistry {
  let state: RegistryState | null = null;
  let composed = new Map<string, Promise<Registry | null>>();
  let checkedAt = -Infinity;
  let underWay: Promise<void> | undefined;

  function compose(of: RegistryState, variant: ReadonlySet<string>, known: typeof composed): Promise<Registry | null> {
    const key = [...variant].sort().join(' ');
    let registry = known.get(key);
    if (!registry) {
      registry = composeRegistry(store, of, variant);
      registry.catch(() => known.delete(key));
      known.set(key, registry);
    }
    return registry;
  }

  async function check(): Promise<void> {
    const next = await store.readState();
    if (!state || next.revision !== state.revision) {
      const fresh: typeof composed = new Map();
      await store.prepare(inService(next));
      await compose(next, new Set(), fresh);
      [state, composed] = [next, fresh];
    }
  }

  /** One look at a time, however many ask; a store in trouble is not asked more often than one that is well. */
  function look(): Promise<void> {
    underWay ??= check().finally(() => {
      checkedAt = performance.now();
      underWay = undefined;
    });
    return underWay;
  }

  async function live(visitor?: Audience): Promise<Registry | null> {
    if (performance.now() - checkedAt >= recheckAfter) {
      const looking = look();
      if (!state) await looking;
      // What is live keeps being served while the store cannot be read.
      else
        await Promise.race([
          looking.catch(() => undefined),
          new Promise((resolve) => {
            setTimeout(resolve, patience).unref();
          }),
        ]);
    }
    if (!state) return null;
    const variant: ReadonlySet<string> = visitor ? variantFor(state, visitor) : new Set();
    return compose(state, variant, composed);
  }

  return Object.assign(live, {
    hasTrial: () => state !== null && Object.keys(state.canary).length > 0,
    forget: () => {
      checkedAt = -Infinity;
    },
  });
}
