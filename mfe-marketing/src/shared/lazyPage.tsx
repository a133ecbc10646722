import { lazy, useState, type ComponentType } from 'react';

export type LazyPage = ComponentType & { preload: () => Promise<void> };

/** After a failed fetch the boundary reports; a Retry some moments later asks anew. */
const retryAfterMs = 1_000;

/**
 * A page whose code is fetched on its first visit. `preload` fetches it ahead: a server render needs the page at once,
 * and a visitor's pointer on a link announces the next one.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined;
  const importPage = () => load().then((page) => (loaded = page));
  const makeLazy = () =>
    lazy(async () => {
      try {
        return { default: await importPage() };
      } catch (failure) {
        setTimeout(() => (Lazy = makeLazy()), retryAfterMs);
        throw failure;
      }
    });
  let Lazy = makeLazy();
  function Page() {
    // Kept for the life of this element: exchanging it later would mount the page anew.
    const [Content] = useState<ComponentType>(() => loaded ?? Lazy);
    return <Content />;
  }
  return Object.assign(Page, { preload: () => importPage().then(() => undefined) });
}
