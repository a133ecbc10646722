import { lazy, useState, type ComponentType } from 'react';

export type LazyPage = ComponentType & { preload: () => Promise<void> };

/** After a failed load the error boundary reports; a retry after this delay loads the chunk again. */
const retryAfterMs = 1_000;

/**
 * A page whose chunk loads on its first visit. `preload` loads it ahead: for a server render, which cannot suspend, and when a
 * visitor's pointer reaches a link.
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
    // Fixed for the life of this element: swapping the component later would remount the page.
    const [Content] = useState<ComponentType>(() => loaded ?? Lazy);
    return <Content />;
  }
  return Object.assign(Page, { preload: () => importPage().then(() => undefined) });
}
