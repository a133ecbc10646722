import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { appName } from '@masomo/contracts/appName';
import { isSafePath, publish, type ReleaseStore } from '@masomo/release';

const versionPattern = /^\d{1,4}\.\d{1,4}\.\d{1,4}-[0-9a-f]{10}$/;
/** The store removes folders with this prefix as leftovers, so an unfinished upload is removed as well. */
const prefix = '.incoming-upload-';

/** What the uploads that are not finished may take: a release has 8 MB in 400 files. */
type UploadQuota = { bytes: number; files: number; uploadsPerApp: number };
const defaultQuota: UploadQuota = { bytes: 64 * 1024 * 1024, files: 4_000, uploadsPerApp: 5 };

/** Builds that are being uploaded. One becomes visible when it is complete and every file matches `release.json`. */
export function openUploads(store: ReleaseStore, releases: string, quota: UploadQuota = defaultQuota) {
  /** An `@` is in neither part of the name, so no two uploads share a folder. */
  function folderOf(app: string, version: string): string {
    if (!appName.test(app) || !versionPattern.test(version)) throw new Error(`"${app} ${version}" is not the name of a release.`);
    return path.join(releases, `${prefix}${app}@${version}`);
  }

  async function sizeOf(folder: string): Promise<{ bytes: number; files: number }> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const sizes = await Promise.all(
      entries.filter((entry) => entry.isFile()).map(async (entry) => (await stat(path.join(entry.parentPath, entry.name))).size),
    );
    return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length };
  }

  /** Sizes of the uploads this gateway has seen; each is read from disk once. */
  const sizes = new Map<string, Promise<{ bytes: number; files: number }>>();

  async function startUpload(folder: string, app: string): Promise<void> {
    const open = (await readdir(releases)).filter((name) => name.startsWith(`${prefix}${app}@`) && name !== path.basename(folder));
    if (open.length >= quota.uploadsPerApp)
      throw new Error(`${app} has ${open.length} unfinished uploads. Finish one, or wait until they are removed.`);
    sizes.set(folder, sizeOf(folder));
  }

  return {
    async put(app: string, version: string, file: string, content: Uint8Array): Promise<void> {
      if (!isSafePath(file)) throw new Error(`"${file}" is not the path of a file in a release.`);
      const folder = folderOf(app, version);
      if (!sizes.has(folder)) await startUpload(folder, app);
      const size = await sizes.get(folder);
      if (!size || size.bytes + content.byteLength > quota.bytes || size.files + 1 > quota.files)
        throw new Error(`An upload may have ${quota.bytes / 1024 / 1024} MB in ${quota.files} files.`);
      size.bytes += content.byteLength;
      size.files += 1;
      const target = path.join(folder, file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, content);
    },
    async finish(app: string, version: string): Promise<void> {
      const folder = folderOf(app, version);
      await publish(store, folder, { app, version });
      sizes.delete(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
