import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { remoteManifestSchema, type RemoteManifest } from '@masomo/contracts/remoteManifest';
import { apps, folderOf, sourcesOf } from './workspace.ts';
import { root } from '../root.ts';

/** The source that declares a remote: `module.ts` of a module or an add-on, `src/manifest.ts` of the others. */
function declarationOf(app: string): string {
  const sources = sourcesOf(app);
  return path.join(root, sources, sources === folderOf(app) ? 'module.ts' : 'manifest.ts');
}

/** Reads a remote's routes and menu from its sources. */
export async function readManifest(app: string): Promise<RemoteManifest> {
  const module = (await import(/* @vite-ignore */ pathToFileURL(declarationOf(app)).href)) as {
    manifest: unknown;
  };
  return remoteManifestSchema.parse(module.manifest);
}

/** Reads the manifests of all remotes in this repository. */
export function readManifests(): Promise<RemoteManifest[]> {
  return Promise.all(apps.filter((app) => app !== 'shell').map(readManifest));
}

/** Wraps manifests in a registry with placeholder versions, for functions that look up screens in one. */
export function toRegistry(manifests: readonly RemoteManifest[]) {
  const version = { version: '0.0.0', base: '/', entry: '', initial: [], integrity: {} };
  return { remotes: Object.fromEntries(manifests.map((manifest) => [manifest.name, { ...version, manifest }])) };
}
