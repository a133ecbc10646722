import { lazy, useState, type ComponentType } from 'react';

export type LazyScreen = ComponentType & { preload: () => Promise<void> };

/** After a failed load the error boundary reports; a retry after this delay loads the chunk again. */
const retryAfterMs = 1_000;

/** Loads code. Without a connection it waits for one, so that the screen appears then instead of failing now. */
async function loadWhenOnline<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (failure) {
    if (typeof window === 'undefined' || navigator.onLine) throw failure;
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return loadWhenOnline(load);
  }
}

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
