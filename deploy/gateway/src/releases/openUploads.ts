import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isSafePath, publish, type ReleaseStore } from '@masomo/release';

const namePattern = /^[a-z0-9][a-z0-9.-]*$/;

/** Builds that are being uploaded. One becomes visible when it is complete and every file matches `release.json`. */
export function openUploads(store: ReleaseStore, releases: string) {
  function folderOf(app: string, version: string): string {
    if (!namePattern.test(app) || !namePattern.test(version)) throw new Error(`"${app} ${version}" is not the name of a release.`);
    // The store removes folders with this prefix as leftovers, so an unfinished upload is removed as well.
    return path.join(releases, `.incoming-upload-${app}-${version}`);
  }

  return {
    async put(app: string, version: string, file: string, content: Uint8Array): Promise<void> {
      if (!isSafePath(file)) throw new Error(`"${file}" is not the path of a file in a release.`);
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
