import type { Registry } from '@masomo/contracts/registry';
import { composeRegistry, variantFor, type RegistryState, type ReleaseStore } from '@masomo/release';
import type { Visitor } from './visitors.ts';

/** How long a release may stay unnoticed. */
const recheckAfter = 300;

export type LiveRegistry = {
  /** What is live for a visitor; without one, what is live for everybody. */
  (visitor?: Visitor): Promise<Registry | null>;
  /** Whether some visitors get something else than the others. */
  hasTrial(): boolean;
  /** Looks at the store again at the next question: something was just released through this gateway. */
  forget(): void;
};

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
      await compose(next, new Set(), fresh);
      [state, composed] = [next, fresh];
    }
    checkedAt = performance.now();
  }

  async function live(visitor?: Visitor): Promise<Registry | null> {
    if (performance.now() - checkedAt >= recheckAfter) {
      underWay ??= check().finally(() => { underWay = undefined; });
      await underWay.catch((error: unknown) => {
        // What is live keeps being served while the store cannot be read.
        if (!state) throw error;
      });
    }
    if (!state) return null;
    const variant: ReadonlySet<string> = visitor ? variantFor(state, visitor.number, visitor.isEarly) : new Set();
    return compose(state, variant, composed);
  }

  return Object.assign(live, {
    hasTrial: () => state !== null && Object.keys(state.canary).length > 0,
    forget: () => { checkedAt = -Infinity; },
  });
}
