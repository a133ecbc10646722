import { createBrowserRouter, provideNavigation } from '@masomo/navigation';
import { routes } from './routes.tsx';
import { screenRouteId } from './routeIds.ts';

export type ShellRouter = ReturnType<typeof createBrowserRouter>;

/**
 * Makes THE router of the page and hands it to the remotes. A prerendered page is public, so its first address needs no
 * guard, and hydration must not wait for one.
 */
export function startRouter({ isPrerendered }: { isPrerendered: boolean }): ShellRouter {
  const router = createBrowserRouter(routes, isPrerendered ? { hydrationData: { loaderData: { [screenRouteId]: null } } } : {});
  provideNavigation({
    get: () => router.state.location,
    subscribe: (listener) => router.subscribe(() => listener()),
    navigator: {
      createHref: (to) => router.createHref(typeof to === 'string' ? new URL(to, location.origin) : new URL(`${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`, location.origin)),
      go: (steps) => void router.navigate(steps),
      push: (to, state) => void router.navigate(to, { state }),
      replace: (to, state) => void router.navigate(to, { state, replace: true }),
    },
  });
  return router;
}
