import { filesOfScreen } from '@masomo/contracts/findScreen';
import { containerName, type RegistryRemote } from '@masomo/contracts/registry';
import { entryEvent, type RemoteEntry } from '@masomo/contracts/remoteEntry';

const entries = new Map<string, RemoteEntry['run']>();
const waiters = new Map<string, (() => void)[]>();

/** Listens for entry scripts; must be called before the first one is loaded. */
export function watchEntries(): void {
  window.addEventListener(entryEvent, (event) => {
    const { container, run } = (event as CustomEvent<RemoteEntry>).detail;
    entries.set(container, run);
    for (const resume of waiters.get(container) ?? []) resume();
    waiters.delete(container);
  });
}

/**
 * Runs the scripts of a screen as soon as its remote's entry script is there, beside the initial ones. Resolves also when
 * scripts failed: the import that needs one retries it and reports the error.
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
