import { sessionStore } from '@masomo/auth';
import { filesOfScreen, findScreen, type Screen } from '@masomo/contracts/findScreen';
import { releaseFileUrl, type RegistryRemote } from '@masomo/contracts/registry';
import { corsMode, integrityOf, trustRelease } from '../remotes/integrityPlugin.ts';
import { registryStore } from '../registry/registryStore.ts';
import { isClosedWhileUnread, isSentToEnrol, mayOpen } from '../router/unreadRole.ts';
import { prefetchFile, isPrefetched } from './prefetchFile.ts';

/** Addresses this page has requested; a file of a release never changes. */
const requested = new Set<string>();

function preloadFile(href: string): void {
  if (requested.has(href) || isPrefetched(href) || document.querySelector(`script[src="${href}"]`)) return;
  requested.add(href);
  const integrity = integrityOf(href);
  const link = document.createElement('link');
  // Browsers match a preload to its script by the hash as well; a file without one is only brought into the cache.
  link.rel = integrity ? 'preload' : 'prefetch';
  link.as = 'script';
  link.crossOrigin = corsMode;
  if (integrity) link.integrity = integrity;
  link.href = href;
  link.addEventListener('load', () => link.remove());
  // A failed file may be requested again.
  link.addEventListener('error', () => {
    requested.delete(href);
    link.remove();
  });
  document.head.append(link);
}

/** The files of a remote that an address needs: the initial ones and those of the screen. */
function remoteFiles(remote: RegistryRemote, path: string): string[] {
  trustRelease(remote.manifest.name, remote);
  return [...remote.initial, ...filesOfScreen(remote, path)].map((file) => releaseFileUrl(remote, file, location.origin));
}

/** The shared modules of the shell that the screens of an address need. */
function shellFiles(path: string): string[] {
  const { shell } = registryStore.get();
  return filesOfScreen(shell, path).map((file) => releaseFileUrl(shell, file, location.origin));
}

/** The screen of an address, or null when the guard would not let this visitor open it. */
function allowedScreen(path: string): Screen | null {
  const screen = findScreen(registryStore.get(), path);
  if (!screen) return null;
  const { user } = sessionStore.get();
  if (screen.route.access === 'anyone') return screen;
  const isOpen = user && !isSentToEnrol(user, path) && !isClosedWhileUnread(screen.route, user) && mayOpen(screen.route, user);
  return isOpen ? screen : null;
}

/** Requests every file of a remote that an address needs. */
export function preloadFiles(remote: RegistryRemote, path: string): void {
  for (const href of remoteFiles(remote, path)) preloadFile(href);
}

/** Requests everything an address needs at normal priority: a visitor is about to go there. */
export function preloadScreen(path: string): void {
  const screen = allowedScreen(path);
  if (!screen) return;
  preloadFiles(screen.remote, path);
  for (const href of shellFiles(path)) preloadFile(href);
}

/** Fetches everything an address needs at low priority: a visitor may go there. Resolves to the screen, or to null when a file failed. */
export async function prefetchScreen(path: string): Promise<Screen | null> {
  const screen = allowedScreen(path);
  if (!screen) return null;
  const missing = [...remoteFiles(screen.remote, path), ...shellFiles(path)].filter(
    (href) => !document.querySelector(`script[src="${href}"]`),
  );
  const loaded = await Promise.all(missing.map((href) => prefetchFile(href, integrityOf(href))));
  return loaded.every(Boolean) ? screen : null;
}
