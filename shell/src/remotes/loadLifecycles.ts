import { loadRemote, registerGlobalPlugins, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { RemoteLifecycles } from '@masomo/contracts/lifecycles';
import { containerName, releaseFileUrl, type RegistryVersion } from '@masomo/contracts/registry';
import { connectionPlugin } from './connectionPlugin.ts';
import { integrityPlugin, trustRelease } from './integrityPlugin.ts';
import { classifyLoadError } from './classifyLoadError.ts';
import { watchEntries } from '../preload/runScreenScripts.ts';
import { ShellError } from './shellErrors.ts';

let isInstalled = false;
const registeredNames = new Set<string>();

function installFederation(): void {
  if (isInstalled) return;
  isInstalled = true;
  registerPlugins([integrityPlugin(), connectionPlugin]);
  // Every remote has a runtime of its own, beside that of the shell.
  registerGlobalPlugins([connectionPlugin]);
  watchEntries();
}

/** Loads the single-spa lifecycles of a release. Rejects with SHELL-005 to SHELL-010. */
export async function loadLifecycles(app: string, release: RegistryVersion, attempt: number): Promise<RemoteLifecycles> {
  return checkLifecycles(app, await loadExposed(app, release, attempt, 'app'));
}

/**
 * Loads an exposed module of a release. Every attempt after the first (0) gets an address and a name of its own,
 * because the federation runtime never retries one that failed. Rejects with SHELL-005 to SHELL-009.
 */
export async function loadExposed(app: string, release: RegistryVersion, attempt: number, exposed: 'app' | 'extensions'): Promise<unknown> {
  installFederation();
  trustRelease(app, release);
  const container = containerName(app, release.version);
  const name = attempt === 0 ? container : `${container}__${attempt}`;
  const entry = releaseFileUrl(release, release.entry, location.origin) + (attempt === 0 ? '' : `?r=${attempt}`);
  if (!registeredNames.has(name)) {
    registeredNames.add(name);
    if (attempt > 0) removeFailedContainer(container);
    registerRemotes([{ name, entry, entryGlobalName: container, type: 'global' }]);
  }
  try {
    return await loadRemote(`${name}/${exposed}`);
  } catch (cause) {
    throw await classifyLoadError(app, release, cause);
  }
}

/** The next attempt would find the failed container, and its loader would wait for script elements that never load. */
function removeFailedContainer(container: string): void {
  Reflect.set(globalThis, container, undefined);
  for (const script of document.querySelectorAll(`script[data-rspack^="${container}:"]`)) script.remove();
}

function isLifecycle(value: unknown): boolean {
  return typeof value === 'function' || (Array.isArray(value) && value.length > 0 && value.every((part) => typeof part === 'function'));
}

/** The module, if it exports single-spa lifecycles; else throws SHELL-010. */
export function checkLifecycles(app: string, module: unknown): RemoteLifecycles {
  const missing = (['bootstrap', 'mount', 'unmount'] as const).filter(
    (name) => typeof module !== 'object' || module === null || !isLifecycle(Reflect.get(module, name)),
  );
  if (missing.length > 0) throw new ShellError('noLifecycles', app, new Error(`./app exports no ${missing.join(', ')}`));
  return module as RemoteLifecycles;
}
