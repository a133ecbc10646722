import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { remoteManifestSchema, type RemoteManifest } from '@masomo/contracts/remoteManifest';

const root = path.resolve(import.meta.dirname, '../..');

/** A remote's routes and menu, as its sources declare them. */
export async function readManifest(app: string): Promise<RemoteManifest> {
  const module = (await import(/* @vite-ignore */ pathToFileURL(path.join(root, app, 'src/manifest.ts')).href)) as { manifest: unknown };
  return remoteManifestSchema.parse(module.manifest);
}

/** The manifests of all remotes in this repository. */
export function readManifests(): Promise<RemoteManifest[]> {
  return Promise.all(
    readdirSync(root)
      .filter((folder) => folder.startsWith('mfe-'))
      .map(readManifest),
  );
}

/** Manifests in the shape of a registry, for whatever asks a registry about screens. */
export function toRegistry(manifests: readonly RemoteManifest[]) {
  const version = { version: '0.0.0', base: '/', entry: '', initial: [], integrity: {} };
  return { remotes: Object.fromEntries(manifests.map((manifest) => [manifest.name, { ...version, manifest }])) };
}
