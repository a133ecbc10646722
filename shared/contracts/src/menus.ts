import { findScreen, hasRole, mayEnter, type Person } from './findScreen.ts';
import type { Registry } from './registry.ts';
import type { MenuEntry } from './remoteManifest.ts';

/** A screen as menus show it; `icon` is a name of the design system's menu icons. */
export type ScreenLink = Pick<MenuEntry, 'path' | 'label' | 'icon'>;

function menuEntries(registry: Pick<Registry, 'remotes'>, language: string): MenuEntry[] {
  return Object.values(registry.remotes)
    .flatMap(({ manifest }) => manifest.menu)
    .map(({ labels, ...entry }) => ({ ...entry, label: labels?.[language] ?? entry.label }))
    .sort((a, b) => a.order - b.order);
}

/** The side menu of a person: what the live remotes' manifests list for their roles, as far as these let them open it, each once. */
export function menuOf(registry: Pick<Registry, 'remotes'>, person: Person, language = 'en'): ScreenLink[] {
  const listed = menuEntries(registry, language).filter(({ path, roles, permission }) =>
    permission !== undefined && person.permissions
      ? person.permissions.includes(permission)
      : hasRole(person, roles) && mayEnter(findScreen(registry, path)?.route ?? { access: 'signed-in' }, person),
  );
  return listed.filter(({ path }, index) => listed.findIndex((other) => other.path === path) === index);
}

/** Every screen of the live remotes that a person may open, each once, in the order of the menus; also those their own menu leaves out. */
export function screensOf(registry: Pick<Registry, 'remotes'>, person: Person, language = 'en'): ScreenLink[] {
  const byPath = new Map(menuEntries(registry, language).map((entry) => [entry.path, entry]));
  return [...byPath.values()].filter(({ path }) => mayEnter(findScreen(registry, path)?.route ?? { access: [] }, person));
}
