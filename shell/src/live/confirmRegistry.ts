import { live } from '@masomo/data';
import { registryStore } from '../registry/registryStore.ts';
import { confirmBy, refreshRegistry } from '../registry/revalidateRegistry.ts';

/** The revision that the gateway said is live. */
let told: number | undefined;

const isLive = () => told === registryStore.get().revision && live.isOpen();

/** Called with each beat of the stream of changes: the registry is fetched when another one is live, and not asked for otherwise. */
export function confirmRegistry(revision: number | undefined): void {
  confirmBy(isLive);
  if (revision === undefined || revision === told) return;
  told = revision;
  if (document.visibilityState === 'visible' && !isLive())
    refreshRegistry().catch((error: unknown) => console.warn('The registry could not be read.', error));
}
