import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isSafePath, publish, type ReleaseStore } from '@masomo/release';

const name = /^[a-z0-9][a-z0-9.-]*$/;

/** Builds on their way in. Nothing of one is visible before it is complete and every file is what `release.json` says. */
export function openUploads(store: ReleaseStore, releases: string) {
  function folderOf(app: string, version: string): string {
    if (!name.test(app) || !name.test(version)) throw new Error(`"${app} ${version}" is no name of a release.`);
    // A name the store takes for a leftover: what is never finished is swept away.
    return path.join(releases, `.incoming-upload-${app}-${version}`);
  }

  return {
    async put(app: string, version: string, file: string, content: Uint8Array): Promise<void> {
      if (!isSafePath(file)) throw new Error(`"${file}" is no path of a file in a release.`);
      const target = path.join(folderOf(app, version), file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, content);
    },
    async finish(app: string, version: string): Promise<void> {
      const folder = folderOf(app, version);
      await publish(store, folder, { app, version });
      await rm(folder, { recursive: true, force: true });
    },
  };
}
