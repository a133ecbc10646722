import type { ReleaseManifest } from '@masomo/contracts/release';
import { RefusedError } from '@masomo/domain/refusals';
import { sentence } from '@masomo/domain/sentences';

/** The exports `remote` needs and the shell does not offer, as `name from facade`. */
export function missingOffers(shell: ReleaseManifest, remote: ReleaseManifest): string[] {
  const offers = shell.offers ?? {};
  return Object.entries(remote.needs ?? {}).flatMap(([facade, names]) => {
    const offered = new Set(offers[facade] ?? []);
    return names.filter((name) => !offered.has(name)).map((name) => `${name} from ${facade}`);
  });
}

/** Throws if a remote needs exports that the shell does not offer, naming all of them. */
export function assertCompatible(shell: ReleaseManifest | undefined, remotes: readonly ReleaseManifest[]): void {
  if (!shell) return;
  const problems = remotes.flatMap((remote) => {
    const missing = missingOffers(shell, remote);
    return missing.length > 0
      ? [`${remote.app} ${remote.version} needs ${missing.join(', ')}, which shell ${shell.version} does not offer`]
      : [];
  });
  if (problems.length > 0)
    throw new RefusedError(
      'release.not_offered',
      sentence('Refused: {problems}. Release a shell that offers them first, or both together.', { problems: problems.join('; ') }),
    );
}

/** Throws if two live remotes own the same prefix, or if one owns a prefix at or below which another has its pages. */
export function assertExclusivePrefixes(remotes: readonly ReleaseManifest[]): void {
  const owners = new Map<string, string>();
  for (const { app, manifest } of remotes) {
    for (const prefix of manifest?.owns ?? []) {
      const other = owners.get(prefix);
      if (other)
        throw new RefusedError('release.owned_twice', sentence('Refused: {app} and {other} both own {prefix}.', { app, other, prefix }));
      owners.set(prefix, app);
    }
  }
  for (const { app, manifest } of remotes) {
    if (manifest && manifest.name !== app)
      throw new RefusedError('release.other_name', sentence('Refused: {app} calls itself {name}.', { app, name: manifest.name }));
    for (const { path } of manifest?.routes ?? []) {
      const [prefix, owner] = longestPrefix(owners, path);
      if (owner !== app)
        throw new RefusedError(
          'release.owned_elsewhere',
          sentence('Refused: {owner} owns {prefix}, where {app} has its page {path}.', { owner: owner ?? '-', prefix, app, path }),
        );
    }
  }
}

/** The longest owned prefix of a route's path up to its first variable part, and its owner. */
function longestPrefix(owners: ReadonlyMap<string, string>, route: string): readonly [prefix: string, owner: string | undefined] {
  const segments = route.split('/').filter(Boolean);
  const variable = segments.findIndex((segment) => segment === '*' || segment.startsWith(':'));
  for (let length = variable < 0 ? segments.length : variable; length >= 0; length -= 1) {
    const prefix = `/${segments.slice(0, length).join('/')}`;
    if (owners.has(prefix)) return [prefix, owners.get(prefix)];
  }
  return ['/', undefined];
}
