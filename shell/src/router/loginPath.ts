import { findScreen, mayEnter } from '@masomo/contracts/findScreen';
import type { Role } from '@masomo/domain/roles';
import { registryStore } from '../registry/registryStore.ts';

const parameter = 'next';

/** The sign-in form's address, remembering where somebody wanted to go. */
export function loginPathFor(wanted: string): string {
  return `/login?${new URLSearchParams({ [parameter]: wanted })}`;
}

/** Where to go after signing in: the remembered address of this site if the role may see it, else the dashboard. */
export function pathAfterLogin(search: string, role: Role): string {
  const wanted = new URLSearchParams(search).get(parameter);
  if (!wanted?.startsWith('/')) return '/dashboard';
  const url = new URL(wanted, location.origin);
  if (url.origin !== location.origin || url.pathname.startsWith('/login')) return '/dashboard';
  const screen = findScreen(registryStore.get(), url.pathname);
  return screen && mayEnter(screen.route.access, role) ? url.pathname + url.search + url.hash : '/dashboard';
}
