import type { Registry } from '@masomo/contracts/registry';
import { composeRegistry, type ReleaseStore } from '@masomo/release';

/** How long a release may stay unnoticed. */
const recheckAfter = 300;

/** The registry as the store has it now, read again at most every 300 ms and composed only when it changed. */
export function followRegistry(store: ReleaseStore): () => Promise<Registry | null> {
  let registry: Registry | null = null;
  let checkedAt = -Infinity;
  let underWay: Promise<void> | undefined;

  async function check(): Promise<void> {
    const state = await store.readState();
    if (!registry || state.revision !== registry.revision) registry = await composeRegistry(store, state);
    checkedAt = performance.now();
  }

  return async () => {
    if (performance.now() - checkedAt < recheckAfter) return registry;
    underWay ??= check().finally(() => { underWay = undefined; });
    await underWay.catch((error: unknown) => {
      // What is live keeps being served while the store cannot be read.
      if (!registry) throw error;
    });
    return registry;
  };
}
