import { lazy, useState, type ComponentType } from 'react';

export type LazyScreen = ComponentType & { preload: () => Promise<void> };

/** After a failed load the error boundary reports; a retry after this delay loads the chunk again. */
const retryAfterMs = 1_000;

/** A browser reports the connection a moment before requests succeed, so what fails then is tried again, ever later. */
const firstDelayMs = 250;
const maxDelayMs = 4_000;

const nextOnline = () => new Promise<unknown>((resolve) => window.addEventListener('online', resolve, { once: true }));

/** Loads code. Without a connection it waits for one, so that the screen appears then instead of failing now. */
async function loadWhenOnline<Code>(load: () => Promise<Code>): Promise<Code> {
  if (typeof window === 'undefined') return load();
  let isReconnected = false;
  let delayMs = firstDelayMs;
  // It may come back before an attempt that it broke has failed.
  const noteOnline = () => {
    isReconnected = true;
    delayMs = firstDelayMs;
  };
  window.addEventListener('online', noteOnline);
  try {
    for (;;) {
      try {
        return await load();
      } catch (failure) {
        if (!navigator.onLine) await nextOnline();
        else if (!isReconnected || delayMs > maxDelayMs) throw failure;
        else {
          const waitMs = delayMs;
          delayMs *= 2;
          await new Promise((resolve) => setTimeout(resolve, waitMs));
        }
      }
    }
  } finally {
    window.removeEventListener('online', noteOnline);
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
