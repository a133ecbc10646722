// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { setLanguage } from '@masomo/i18n';
import type { Location } from '@masomo/navigation';
import { registryStore } from '../registry/registryStore.ts';
import { productRegistry } from '../testing/productRegistry.ts';
import { navigationSource, type ShellRouter } from './navigationSource.ts';

const at = (pathname: string): Location => ({ pathname, search: '', hash: '', state: null, key: pathname });

/** A router that is told where it is. */
function routerAt(pathname: string) {
  const listeners = new Set<(state: ShellRouter['state']) => void>();
  const router = {
    state: { location: at(pathname) } as ShellRouter['state'],
    subscribe: (listener: (state: ShellRouter['state']) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    navigate: async () => undefined,
    createHref: ({ pathname, search }: URL) => pathname + search,
  };
  return {
    router: router as unknown as ShellRouter,
    go(to: string) {
      router.state = { ...router.state, location: at(to) };
      for (const listener of listeners) listener(router.state);
    },
  };
}

it('a remote sees its own addresses only', () => {
  registryStore.set(productRegistry());
  const { router, go } = routerAt('/store');
  const { get } = navigationSource(router);
  expect(get('mfe-store').pathname).toBe('/store');
  go('/store/cart');
  expect(get('mfe-store').pathname).toBe('/store/cart');
  go('/dashboard');
  expect(get('mfe-store').pathname).toBe('/store/cart');
  expect(get('mfe-dashboard').pathname).toBe('/dashboard');
});

it('a remote sees an address without the language of the page, and its links have it', () => {
  registryStore.set(productRegistry());
  setLanguage('sw');
  const { router } = routerAt('/sw/store');
  const { get, navigator } = navigationSource(router);
  expect(get('mfe-store').pathname).toBe('/store');
  expect(get('mfe-store')).toBe(get('mfe-store'));
  expect(navigator.createHref('/pricing?term=2')).toBe('/sw/pricing?term=2');
  setLanguage('en');
  expect(navigator.createHref('/pricing')).toBe('/pricing');
});

it('one that is left before its first render does not take the next address for its own', () => {
  registryStore.set(productRegistry());
  const { router, go } = routerAt('/');
  const { get } = navigationSource(router);
  go('/store');
  go('/dashboard');
  expect(get('mfe-store').pathname).toBe('/store');
});

it('an add-on that the registry names only once the person is known sees its address without the language', () => {
  const known = productRegistry(102);
  registryStore.set({
    ...known,
    revision: 101,
    remotes: Object.fromEntries(Object.entries(known.remotes).filter(([name]) => name !== 'mfe-store')),
  });
  const { router } = routerAt('/sw/store/cart');
  const { get } = navigationSource(router);
  registryStore.set(known);
  expect(get('mfe-store').pathname).toBe('/store/cart');
  expect(get('mfe-store')).toBe(get('mfe-store'));
});
