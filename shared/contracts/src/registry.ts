import type * as z from 'zod/mini';
import type { registryRemoteSchema, registrySchema, registryVersionSchema } from './registrySchema.ts';

export type RegistryVersion = z.infer<typeof registryVersionSchema>;
export type RegistryRemote = z.infer<typeof registryRemoteSchema>;
export type Registry = z.infer<typeof registrySchema>;

/** ETag of `/registry.json`, with which a registry from elsewhere, as the one inlined in a document, is revalidated. */
export function registryTag({ revision, variant, features }: Pick<Registry, 'revision' | 'variant' | 'features'>): string {
  return `"r${revision}${variant ? `-${variant.replaceAll(' ', '+')}` : ''}${features ? `:${features}` : ''}"`;
}

/** The registry for a browser whose school has these features: without the add-ons that need others. */
export function withFeatures<R extends Pick<Registry, 'remotes' | 'unmet'>>(
  registry: R,
  features: readonly string[],
): R & Pick<Registry, 'features'> {
  const isFor = (requires: readonly string[]) => requires.some((feature) => features.includes(feature));
  const remotes = Object.entries(registry.remotes).filter(([, { manifest }]) => !manifest.requires || isFor(manifest.requires));
  const missed = Object.entries(registry.unmet ?? {}).filter(([, { requires }]) => isFor(requires));
  return {
    ...registry,
    ...(registry.unmet ? { unmet: Object.fromEntries(missed) } : {}),
    ...(features.length > 0 ? { features: [...features].sort().join(',') } : {}),
    remotes: Object.fromEntries(remotes),
  };
}

/**
 * Name of a build's federation container: the `name` its build gives Module Federation, the global its entry script
 * sets, and the name the host registers it under. It differs per build, so two builds of one app never share a chunk.
 */
export function containerName(app: string, version: string): string {
  return `${app}_${version}`.replace(/[^a-zA-Z0-9_]/g, '_');
}

/** Absolute address of a file of a release, as seen from `origin`. */
export function releaseFileUrl(release: Pick<RegistryVersion, 'base'>, path: string, origin: string): string {
  return new URL(path, new URL(release.base, origin)).href;
}
