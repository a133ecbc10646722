import { withoutLanguage } from './languages.ts';
import type { Registry, RegistryRemote } from './registry.ts';
import type { RemoteRoute } from './remoteManifest.ts';

/** The remote and the route of an address. */
export type Screen = { remote: RegistryRemote; route: RemoteRoute };

/** Whether `path` is `prefix` or below it, by whole segments. */
function covers(prefix: string, path: string): boolean {
  return prefix === '/' || path === prefix || path.startsWith(`${prefix}/`);
}

function matches(pattern: string, path: string): boolean {
  if (!pattern.endsWith('/*')) {
    const segments = pattern.split('/');
    const given = path.split('/');
    return (
      segments.length === given.length &&
      segments.every((segment, index) => (segment.startsWith(':') && given[index] !== '') || segment === given[index])
    );
  }
  return covers(pattern.slice(0, -2) || '/', path);
}

/** More segments first; of equals the one without a wildcard, then the one with fewer parameters. */
function specificity(pattern: string): number {
  const segments = pattern.split('/').filter((segment) => segment && segment !== '*');
  return segments.length * 100 - segments.filter((segment) => segment.startsWith(':')).length * 10 + (pattern.endsWith('/*') ? 0 : 1);
}

/** A path as the registry has it: without its language and trailing slashes. */
const plainPath = (path: string) => withoutLanguage(path).replace(/(?!^)\/+$/, '') || '/';

/** The remote that owns an address: the one with the longest matching prefix. */
export function ownerOf(registry: Pick<Registry, 'remotes'>, path: string): RegistryRemote | null {
  let owner: RegistryRemote | null = null;
  let longest = -1;
  for (const remote of Object.values(registry.remotes)) {
    for (const prefix of remote.manifest.owns) {
      if (covers(prefix, plainPath(path)) && prefix.length > longest) [owner, longest] = [remote, prefix.length];
    }
  }
  return owner;
}

/** The screen at an address, or null when its owner has none there. */
export function findScreen(registry: Pick<Registry, 'remotes'>, path: string): Screen | null {
  const remote = ownerOf(registry, path);
  if (!remote) return null;
  const [route] = remote.manifest.routes
    .filter((candidate) => matches(candidate.path, plainPath(path)))
    .sort((a, b) => specificity(b.path) - specificity(a.path));
  return route ? { remote, route } : null;
}

/** What a signed-in person is: a role alone decides until the database has said what their roles are based on and allow together. */
export type Person = { role: string; bases?: readonly string[] | undefined; permissions?: readonly string[] | undefined };

/** Whether one of a person's roles is listed. */
export const hasRole = ({ role, bases = [role] }: Person, listed: readonly string[]) =>
  [role, ...bases].some((base) => listed.includes(base));

/** Whether a visitor may open a route; `person` is undefined for anyone who is not signed in. */
export function mayEnter({ access, permission }: Pick<RemoteRoute, 'access' | 'permission'>, person: Person | undefined): boolean {
  if (access === 'anyone') return true;
  if (person === undefined || access === 'signed-in') return person !== undefined;
  return permission !== undefined && person.permissions ? person.permissions.includes(permission) : hasRole(person, access);
}

/** What an app lists for the screen at an address, by the screen's route. */
export function ofScreen<T>(listed: Record<string, T[]> = {}, path: string): T[] {
  const [pattern] = Object.keys(listed)
    .filter((candidate) => matches(candidate, plainPath(path)))
    .sort((a, b) => specificity(b) - specificity(a));
  return pattern === undefined ? [] : (listed[pattern] ?? []);
}

/** The files of an app that an address needs beyond the initial ones. */
export const filesOfScreen = ({ screens }: Pick<RegistryRemote, 'screens'>, path: string): string[] => ofScreen(screens, path);
