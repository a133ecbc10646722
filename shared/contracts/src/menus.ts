import { findScreen, mayEnter } from './findScreen.ts';
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

/** The side menu of a role: what the live remotes' manifests list for it, in order. */
export function menuForRole(registry: Pick<Registry, 'remotes'>, role: string, language = 'en'): ScreenLink[] {
  return menuEntries(registry, language).filter(({ roles }) => roles.includes(role));
}

/** Every screen of the live remotes that a role may open, each once, in the order of the menus; also those its own menu leaves out. */
export function screensForRole(registry: Pick<Registry, 'remotes'>, role: string, language = 'en'): ScreenLink[] {
  const byPath = new Map(menuEntries(registry, language).map((entry) => [entry.path, entry]));
  return [...byPath.values()].filter(({ path }) => mayEnter(findScreen(registry, path)?.route.access ?? [], role));
}
