import { useMemo } from 'react';
import { ownerOf } from '@masomo/contracts/findScreen';
import { releaseFileUrl } from '@masomo/contracts/registry';
import { integrityOf, trustRelease } from '../composition/integrityPlugin.ts';
import { registryStore } from '../registry/registryStore.ts';

/** Fetches the first files of the remote that owns an address, each once. */
export function preloadRemoteOf(path: string): void {
  const remote = ownerOf(registryStore.get(), path);
  if (!remote) return;
  trustRelease(remote.manifest.name, remote);
  for (const file of remote.initial) {
    const href = releaseFileUrl(remote, file, location.origin);
    if (document.querySelector(`link[href="${href}"], script[src="${href}"]`)) continue;
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'script';
    link.href = href;
    // The mode the bundler's loader asks in; another one would be fetched twice.
    link.crossOrigin = 'anonymous';
    link.integrity = integrityOf(href) ?? '';
    document.head.append(link);
  }
}

/** Handlers for a link: pointing at it or reaching it by keyboard fetches what it leads to. */
export function usePreloadOnIntent(path: string): { onPointerEnter: () => void; onFocus: () => void } {
  return useMemo(() => {
    const preload = () => preloadRemoteOf(path);
    return { onPointerEnter: preload, onFocus: preload };
  }, [path]);
}
