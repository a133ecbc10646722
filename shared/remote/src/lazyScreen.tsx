import { lazy, useState, type ComponentType } from 'react';
import { loadWhenOnline } from '@masomo/domain/loadWhenOnline';

export type LazyScreen = ComponentType & { preload: () => Promise<void> };

/** After a failed load the error boundary reports; a retry after this delay loads the chunk again. */
const retryAfterMs = 1_000;

/**
 * A screen whose chunk loads on its first visit. `preload` loads it ahead: for a server render, which cannot suspend, and when a
 * visitor's pointer reaches a link.
 */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let loaded: ComponentType | undefined;
  const importScreen = () => load().then((screen) => (loaded = screen));
  const makeLazy = () =>
    lazy(async () => {
      try {
        return { default: await loadWhenOnline(importScreen) };
      } catch (failure) {
        setTimeout(() => (Lazy = makeLazy()), retryAfterMs);
        throw failure;
      }
    });
  let Lazy = makeLazy();
  function Screen() {
    // Fixed for the life of this element: swapping the component later would remount the page.
    const [Content] = useState<ComponentType>(() => loaded ?? Lazy);
    return <Content />;
  }
  return Object.assign(Screen, { preload: () => importScreen().then(() => undefined) });
}
