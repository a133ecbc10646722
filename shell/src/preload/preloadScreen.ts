import { sessionStore } from '@masomo/auth';
import { filesOfScreen, findScreen } from '@masomo/contracts/findScreen';
import { releaseFileUrl, type RegistryRemote } from '@masomo/contracts/registry';
import { integrityOf, trustRelease } from '../composition/integrityPlugin.ts';
import { registryStore } from '../registry/registryStore.ts';

/** `soon`: somebody is about to go there. `later`: they may, when the line has nothing better to do. */
export type Urgency = 'soon' | 'later';

/** Addresses asked for on this page; a file of a release never changes under its address. */
const asked = new Set<string>();

function ask(href: string, urgency: Urgency, integrity: string | undefined): void {
  const key = `${urgency} ${href}`;
  if (asked.has(key) || asked.has(`soon ${href}`) || document.querySelector(`script[src="${href}"]`)) return;
  asked.add(key);
  const link = document.createElement('link');
  // A browser matches a preload to its script by the hash as well. Without one it is fetched for the cache, and checked when it runs.
  link.rel = urgency === 'soon' && integrity ? 'preload' : 'prefetch';
  link.as = 'script';
  // The mode the bundler's loader asks in; another one would be fetched twice.
  link.crossOrigin = 'anonymous';
  if (integrity && link.rel === 'preload') link.integrity = integrity;
  link.href = href;
  link.addEventListener('load', () => link.remove());
  // What failed may be asked for again.
  link.addEventListener('error', () => { asked.delete(key); link.remove(); });
  document.head.append(link);
}

/** Asks at once for every file of a remote that an address runs: its first ones and those of the screen. */
export function preloadFiles(remote: RegistryRemote, path: string, urgency: Urgency): void {
  trustRelease(remote.manifest.name, remote);
  for (const file of [...remote.initial, ...filesOfScreen(remote, path)]) {
    const href = releaseFileUrl(remote, file, location.origin);
    ask(href, urgency, integrityOf(href));
  }
}

/** Fetches what an address needs, also of what the shell lends such screens, unless this visitor may not enter it. */
export function preloadScreen(path: string, urgency: Urgency): void {
  const registry = registryStore.get();
  const screen = findScreen(registry, path);
  if (!screen) return;
  const { access } = screen.route;
  const { user } = sessionStore.get();
  if (access !== 'anyone' && !(user && (access === 'signed-in' || access.includes(user.role)))) return;
  preloadFiles(screen.remote, path, urgency);
  for (const file of filesOfScreen(registry.shell, path)) ask(releaseFileUrl(registry.shell, file, location.origin), urgency, undefined);
}
