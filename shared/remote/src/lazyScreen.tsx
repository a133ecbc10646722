import { lazy, useState, type ComponentType } from 'react';
import { loadWhenOnline } from '@masomo/domain/loadWhenOnline';

export type LazyScreen<Props = object> = ComponentType<Props> & { preload: () => Promise<void> };

/** After a failed load the error boundary reports; a retry after this delay loads the chunk again. */
const retryAfterMs = 1_000;

/**
 * A screen, or a part of one, whose chunk loads on its first visit. `preload` loads it ahead: for a server render, which cannot suspend, and when a
 * visitor's pointer reaches a link.
 */
export function lazyScreen<Props extends object = object>(load: () => Promise<ComponentType<Props>>): LazyScreen<Props> {
  let loaded: ComponentType<Props> | undefined;
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
  function Screen(props: Props) {
    // Fixed for the life of this element: swapping the component later would remount the page.
    const [Content] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return <Content {...props} />;
  }
  return Object.assign(Screen, { preload: () => importScreen().then(() => undefined) });
}
