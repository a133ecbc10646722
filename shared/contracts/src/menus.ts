import { findScreen, hasRole, mayEnter, ownerOf, type Person } from './findScreen.ts';
import type { Registry } from './registry.ts';
import type { FrameText, MenuEntry, RemoteManifest } from './remoteManifest.ts';

/** A screen as menus show it; `icon` is a name of the design system's menu icons. */
export type ScreenLink = Pick<MenuEntry, 'path' | 'label' | 'icon' | 'group' | 'bar'>;
/** A screen as the search lists it, with the name of the area whose menu has it. */
export type NamedScreen = ScreenLink & { area?: string };

/** A text of a manifest in a language. */
export const labelOf = ({ label, labels }: FrameText, language: string): string => labels?.[language] ?? label;

const inLanguage = (entries: readonly MenuEntry[], language: string) =>
  entries.map(({ labels, ...entry }) => ({ ...entry, label: labelOf({ label: entry.label, labels }, language) }));

function menuEntries(registry: Pick<Registry, 'remotes'>, language: string): MenuEntry[] {
  return inLanguage(
    Object.values(registry.remotes).flatMap(({ manifest }) => manifest.menu),
    language,
  ).sort((a, b) => a.order - b.order);
}

const isListedFor = ({ roles, permission }: MenuEntry, person: Person) =>
  permission !== undefined && person.permissions ? person.permissions.includes(permission) : hasRole(person, roles);

/** The side menu of a person: what the live remotes' manifests list for their roles, as far as these let them open it, each once. */
export function menuOf(registry: Pick<Registry, 'remotes'>, person: Person, language = 'en'): ScreenLink[] {
  const listed = menuEntries(registry, language).filter(
    (entry) =>
      isListedFor(entry, person) &&
      ((entry.permission !== undefined && person.permissions) ||
        mayEnter(findScreen(registry, entry.path)?.route ?? { access: 'signed-in' }, person)),
  );
  return listed.filter(({ path }, index) => listed.findIndex((other) => other.path === path) === index);
}

/** The titled screens of a remote that a person may open: the side menu of an area. */
export function titlesOf({ titles = [] }: RemoteManifest, person: Person, language = 'en'): ScreenLink[] {
  return inLanguage(titles, language).filter((entry) => isListedFor(entry, person));
}

/** Every screen of the live remotes that a person may open, each once, in the order of the menus; also those their own menu leaves out. */
export function screensOf(registry: Pick<Registry, 'remotes'>, person: Person, language = 'en'): ScreenLink[] {
  const byPath = new Map(menuEntries(registry, language).map((entry) => [entry.path, entry]));
  return [...byPath.values()].filter(({ path }) => mayEnter(findScreen(registry, path)?.route ?? { access: [] }, person));
}

/** The same with the screens below them: what the search finds. */
export function namedScreensOf(registry: Pick<Registry, 'remotes'>, person: Person, language = 'en'): NamedScreen[] {
  const screens = screensOf(registry, person, language);
  const below = Object.values(registry.remotes).flatMap(({ manifest }) =>
    titlesOf(manifest, person, language).map((title) => ({
      ...title,
      ...(manifest.area ? { area: labelOf(manifest.area.name, language) } : {}),
    })),
  );
  return [...screens, ...below.filter(({ path }) => !screens.some((screen) => screen.path === path))];
}

/** The screens above an address and the one there, from the outermost: where a person is. A record below the last one is not among them. */
export function trailOf(registry: Pick<Registry, 'remotes'>, path: string, person: Person, language = 'en'): ScreenLink[] {
  const owner = ownerOf(registry, path)?.manifest;
  const above = (entry: ScreenLink) => path === entry.path || path.startsWith(`${entry.path}/`);
  const titles = owner ? titlesOf(owner, person, language).filter(above) : [];
  const screens = screensOf(registry, person, language).filter(above);
  return [...screens, ...titles.filter((title) => !screens.some((screen) => screen.path === title.path))].sort(
    (a, b) => a.path.length - b.path.length,
  );
}
