import { inLanguage, type Language } from '@masomo/contracts/languages';
import { createBrowserRouter, provideNavigation } from '@masomo/navigation';
import { navigationSource, type ShellRouter } from './navigationSource.ts';
import { screenRouteId } from './routeIds.ts';
import { entryKey, saveScrollPositions, scrollPositions } from './scrollPositions.ts';
import { routes } from './routes.tsx';

export type { ShellRouter };

/**
 * Creates the page's one router and provides it to the remotes. A prerendered page is public, so hydration need not wait for
 * a guard.
 */
export function startRouter({ isPrerendered, language }: { isPrerendered: boolean; language: Language }): ShellRouter {
  const router = createBrowserRouter(routes, {
    basename: inLanguage('/', language),
    ...(isPrerendered ? { hydrationData: { loaderData: { [screenRouteId]: null } } } : {}),
  });
  // The router stores a position when a navigation starts, before anything on the page changes.
  router.enableScrollRestoration(scrollPositions, () => window.scrollY, entryKey);
  saveScrollPositions(() => entryKey(router.state.location));
  provideNavigation(navigationSource(router));
  return router;
}
