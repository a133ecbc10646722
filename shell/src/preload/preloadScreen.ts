import { sessionStore } from '@masomo/auth';
import { filesOfScreen, findScreen, mayEnter, type Screen } from '@masomo/contracts/findScreen';
import { releaseFileUrl, type RegistryRemote } from '@masomo/contracts/registry';
import { integrityOf, trustRelease } from '../remotes/integrityPlugin.ts';
import { registryStore } from '../registry/registryStore.ts';
import { prefetchFile, isPrefetched } from './prefetchFile.ts';

/** Addresses asked for at once on this page; a file of a release never changes under its address. */
const requested = new Set<string>();

function preloadFile(href: string): void {
  if (requested.has(href) || isPrefetched(href) || document.querySelector(`script[src="${href}"]`)) return;
  requested.add(href);
  const integrity = integrityOf(href);
  const link = document.createElement('link');
  // A browser matches a preload to its script by the hash as well. Without one it is fetched for the cache, and checked when it runs.
  link.rel = integrity ? 'preload' : 'prefetch';
  link.as = 'script';
  // The mode the bundler's loader asks in; another one would be fetched twice.
  link.crossOrigin = 'anonymous';
  if (integrity) link.integrity = integrity;
  link.href = href;
  link.addEventListener('load', () => link.remove());
  // What failed may be asked for again.
  link.addEventListener('error', () => {
    requested.delete(href);
    link.remove();
  });
  document.head.append(link);
}

/** The files that an address runs of a remote: its first ones and those of the screen. */
function remoteFiles(remote: RegistryRemote, path: string): string[] {
  trustRelease(remote.manifest.name, remote);
  return [...remote.initial, ...filesOfScreen(remote, path)].map((file) => releaseFileUrl(remote, file, location.origin));
}

/** What the shell lends the screens of an address. */
function shellFiles(path: string): string[] {
  const { shell } = registryStore.get();
  return filesOfScreen(shell, path).map((file) => releaseFileUrl(shell, file, location.origin));
}

/** The screen of an address, unless this visitor may not enter it. */
function allowedScreen(path: string): Screen | null {
  const screen = findScreen(registryStore.get(), path);
  return screen && mayEnter(screen.route.access, sessionStore.get().user?.role) ? screen : null;
}

/** Asks at once for every file of a remote that an address runs. */
export function preloadFiles(remote: RegistryRemote, path: string): void {
  for (const href of remoteFiles(remote, path)) preloadFile(href);
}

/** Somebody is about to go there: asks at once for what the address needs, also of what the shell lends such screens. */
export function preloadScreen(path: string): void {
  const screen = allowedScreen(path);
  if (!screen) return;
  preloadFiles(screen.remote, path);
  for (const href of shellFiles(path)) preloadFile(href);
}

/** Somebody may go there: fetches the same when the line has nothing better to do. The screen once all of it is here, else null. */
export async function prefetchScreen(path: string): Promise<Screen | null> {
  const screen = allowedScreen(path);
  if (!screen) return null;
  const missing = [...remoteFiles(screen.remote, path), ...shellFiles(path)].filter(
    (href) => !document.querySelector(`script[src="${href}"]`),
  );
  const came = await Promise.all(missing.map((href) => prefetchFile(href, integrityOf(href))));
  return came.every(Boolean) ? screen : null;
}
