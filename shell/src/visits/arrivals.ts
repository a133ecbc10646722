export type Surface = 'site' | 'store';

const isStore = (path: string) => path === '/store' || path.startsWith('/store/');
const isStaff = (path: string) =>
  path === '/dashboard' || path.startsWith('/dashboard/') || path === '/login' || path.startsWith('/login/');

/**
 * What somebody who comes from `from` (a path of the site, or null: from elsewhere) to `to` arrives at. Nothing is kept
 * in the browser: a visit is an arrival from elsewhere, a visit of the store is one from outside the store.
 */
export function visitedSurfaces(from: string | null, to: string): Surface[] {
  if (isStaff(to)) return [];
  return [...(from === null ? (['site'] as const) : []), ...(isStore(to) && (from === null || !isStore(from)) ? (['store'] as const) : [])];
}
