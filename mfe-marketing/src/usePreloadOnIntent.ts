import { useEffect } from 'react';
import { pageOf } from './pages.ts';

/** Preloads a page's chunk when pointer or focus reaches a link to it. */
export function usePreloadOnIntent(): void {
  useEffect(() => {
    const preloadTarget = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null;
      const path = link?.getAttribute('href')?.split(/[?#]/)[0];
      // A failed preload is ignored: the visit itself retries and reports.
      if (path && !/^\/(dashboard|store|login)(\/|$)/.test(path))
        pageOf(path)
          ?.preload()
          .catch(() => undefined);
    };
    document.addEventListener('pointerover', preloadTarget, { passive: true });
    document.addEventListener('focusin', preloadTarget);
    return () => {
      document.removeEventListener('pointerover', preloadTarget);
      document.removeEventListener('focusin', preloadTarget);
    };
  }, []);
}
