import { withoutLanguage } from '@masomo/contracts/languages';

export type Surface = 'site' | 'store';

const isStore = (path: string) => /^\/store(\/|$)/.test(withoutLanguage(path));
const isStaff = (path: string) => /^\/(dashboard|login)(\/|$)/.test(withoutLanguage(path));

/**
 * The surfaces that a navigation from `from` (a path of this site, or null from elsewhere) to `to` counts as a visit of.
 * Nothing is stored in the browser: arriving from elsewhere is a visit of the site, from outside the store one of the store.
 */
export function visitedSurfaces(from: string | null, to: string): Surface[] {
  if (isStaff(to)) return [];
  return [...(from === null ? (['site'] as const) : []), ...(isStore(to) && (from === null || !isStore(from)) ? (['store'] as const) : [])];
}
