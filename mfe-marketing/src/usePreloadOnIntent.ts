import { useEffect } from 'react';
import { pageOf } from './pages.ts';

/** Fetches a page's code when a pointer or the focus reaches a link to it, anywhere on the site. */
export function usePreloadOnIntent(): void {
  useEffect(() => {
    const announce = (event: Event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null;
      const path = link?.getAttribute('href')?.split(/[?#]/)[0];
      // A failed attempt costs nothing: the visit itself asks again and reports.
      if (path && !/^\/(dashboard|store|login)(\/|$)/.test(path))
        pageOf(path)
          ?.preload()
          .catch(() => undefined);
    };
    document.addEventListener('pointerover', announce, { passive: true });
    document.addEventListener('focusin', announce);
    return () => {
      document.removeEventListener('pointerover', announce);
      document.removeEventListener('focusin', announce);
    };
  }, []);
}
