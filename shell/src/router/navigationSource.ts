import { ownerOf } from '@masomo/contracts/findScreen';
import { inLanguage, withoutLanguage } from '@masomo/contracts/languages';
import { currentLanguage } from '@masomo/i18n';
import type { createBrowserRouter, Location, NavigationSource, To } from '@masomo/navigation';
import { registryStore } from '../registry/registryStore.ts';

/** The router's type, which has no public name. */
export type ShellRouter = ReturnType<typeof createBrowserRouter>;

/** The router as remotes see it: each sees only addresses it owns, and all navigate through one history. */
export function navigationSource(router: Pick<ShellRouter, 'state' | 'subscribe' | 'navigate' | 'createHref'>): NavigationSource {
  const lastOwn = new Map<string, { of: Location; own: Location }>();
  let noted: { location: Location; registry: unknown } | undefined;

  // Recorded on every navigation: a remote that is left before its first render must not take the next address for its own.
  // Once more for another registry: it names a school's add-ons only when the person is known.
  function note({ location }: Pick<ShellRouter['state'], 'location'>): void {
    const registry = registryStore.get();
    if (location === noted?.location && registry === noted.registry) return;
    noted = { location, registry };
    const name = ownerOf(registry, location.pathname)?.manifest.name;
    if (name === undefined || lastOwn.get(name)?.of === location) return;
    lastOwn.set(name, { of: location, own: { ...location, pathname: withoutLanguage(location.pathname) } });
  }
  note(router.state);
  router.subscribe(note);

  function get(remote: string): Location {
    note(router.state);
    return lastOwn.get(remote)?.own ?? router.state.location;
  }

  return {
    get,
    subscribe: (listener) => router.subscribe(() => listener()),
    navigator: {
      createHref: (to) => router.createHref(new URL(inLanguage(pathOf(to), currentLanguage()), location.origin)),
      go: (steps) => void router.navigate(steps),
      push: (to, state, options) => void router.navigate(to, { state, ...optionsOf(options) }),
      replace: (to, state, options) => void router.navigate(to, { state, replace: true, ...optionsOf(options) }),
    },
  };
}

function pathOf(to: To): string {
  return typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`;
}

function optionsOf(options: { preventScrollReset?: boolean } | undefined): { preventScrollReset?: boolean } {
  return options?.preventScrollReset ? { preventScrollReset: true } : {};
}
