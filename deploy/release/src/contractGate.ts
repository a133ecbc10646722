import type { ReleaseManifest } from '@masomo/contracts/release';

/** The exports `remote` needs and the shell does not offer, as `name from facade`. */
function missingOffers(shell: ReleaseManifest, remote: ReleaseManifest): string[] {
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
  if (problems.length > 0) throw new Error(`Refused: ${problems.join('; ')}. Release a shell that offers them first, or both together.`);
}

/** Throws if two live remotes own the same prefix. */
export function assertExclusivePrefixes(remotes: readonly ReleaseManifest[]): void {
  const owners = new Map<string, string>();
  for (const { app, manifest } of remotes) {
    for (const prefix of manifest?.owns ?? []) {
      const other = owners.get(prefix);
      if (other) throw new Error(`Refused: ${app} and ${other} both own ${prefix}.`);
      owners.set(prefix, app);
    }
  }
}
