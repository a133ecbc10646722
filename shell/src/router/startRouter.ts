import { createBrowserRouter, provideNavigation } from '@masomo/navigation';
import { navigationSource, type ShellRouter } from './navigationSource.ts';
import { screenRouteId } from './routeIds.ts';
import { entryKey, saveScrollPositions, scrollPositions } from './scrollPositions.ts';
import { routes } from './routes.tsx';

export type { ShellRouter };

/**
 * Makes THE router of the page and hands it to the remotes. A prerendered page is public, so its first address needs no
 * guard, and hydration must not wait for one.
 */
export function startRouter({ isPrerendered }: { isPrerendered: boolean }): ShellRouter {
  const router = createBrowserRouter(routes, isPrerendered ? { hydrationData: { loaderData: { [screenRouteId]: null } } } : {});
  // The router writes a position down when a navigation starts, before anything on the page has changed.
  router.enableScrollRestoration(scrollPositions, () => window.scrollY, entryKey);
  saveScrollPositions(() => entryKey(router.state.location));
  provideNavigation(navigationSource(router));
  return router;
}
