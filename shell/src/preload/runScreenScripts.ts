import { filesOfScreen } from '@masomo/contracts/findScreen';
import { containerName, type RegistryRemote } from '@masomo/contracts/registry';
import { entryEvent, type RemoteEntry } from '@masomo/contracts/remoteEntry';

const entries = new Map<string, RemoteEntry['run']>();
const waiters = new Map<string, (() => void)[]>();

/** Takes note of every entry script that runs; called before the first one is loaded. */
export function watchEntries(): void {
  window.addEventListener(entryEvent, (event) => {
    const { container, run } = (event as CustomEvent<RemoteEntry>).detail;
    entries.set(container, run);
    for (const goOn of waiters.get(container) ?? []) goOn();
    waiters.delete(container);
  });
}

/**
 * Runs the scripts of a screen beside the remote's first ones, as soon as its entry can tell what they must be. Resolves when
 * they have come or failed: whatever failed is asked for again by whoever imports it, and says there what is wrong.
 */
export async function runScreenScripts(remote: RegistryRemote, path: string): Promise<void> {
  const files = filesOfScreen(remote, path);
  if (files.length === 0) return;
  const container = containerName(remote.manifest.name, remote.version);
  if (!entries.has(container))
    await new Promise<void>((resolve) => {
      waiters.set(container, [...(waiters.get(container) ?? []), resolve]);
    });
  await entries.get(container)?.(files);
}
