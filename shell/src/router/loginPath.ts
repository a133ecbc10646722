import { findScreen, mayEnter, type Person } from '@masomo/contracts/findScreen';
import { withoutLanguage } from '@masomo/contracts/languages';
import { registryStore } from '../registry/registryStore.ts';

const parameter = 'next';

/** The address of the sign-in page, with the address to open afterwards. */
export function loginPathFor(path: string): string {
  return `/login?${new URLSearchParams({ [parameter]: path })}`;
}

/** The address to open after signing in: the one in the query if it is of this site and the person may open it, else the dashboard. */
export function pathAfterLogin(search: string, person: Person): string {
  const path = new URLSearchParams(search).get(parameter);
  if (!path?.startsWith('/')) return '/dashboard';
  const url = new URL(withoutLanguage(path), location.origin);
  if (url.origin !== location.origin || url.pathname.startsWith('/login')) return '/dashboard';
  const screen = findScreen(registryStore.get(), url.pathname);
  return screen && mayEnter(screen.route, person) ? url.pathname + url.search + url.hash : '/dashboard';
}
