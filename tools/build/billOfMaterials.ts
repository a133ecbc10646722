import { lockedPackages } from './sources/lockedPackages.ts';
import type { AppSources } from './version.ts';

/** Path of the bill of materials within a release. */
export const billFile = 'server/bom.json';

const line = /^(?:.*node_modules\/)?((?:@[^/@]+\/)?[^/@]+)@(\S*) (?:sha512-(\S+))?/;

type Component = { type: 'library'; name: string; version: string; purl: string; hashes?: { alg: 'SHA-512'; content: string }[] };

function componentOf(locked: string): Component[] {
  const [, name, version, hash] = line.exec(locked) ?? [];
  if (!name || !version) return [];
  return [
    {
      type: 'library',
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      ...(hash ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] } : {}),
    },
  ];
}

/** The packages that a build may contain, from the lockfile, in CycloneDX's format. The same sources give the same bill. */
export function billOfMaterials({ app, version, packages }: Pick<AppSources, 'app' | 'version' | 'packages'>): object {
  const components = new Map(
    lockedPackages(packages)
      .flatMap(componentOf)
      .map((component) => [component.purl, component]),
  );
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: app, version } },
    components: [...components.values()].sort((a, b) => a.purl.localeCompare(b.purl)),
  };
}
