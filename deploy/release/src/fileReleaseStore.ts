import { randomUUID } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { releaseManifestSchema, type ReleaseManifest } from '@masomo/contracts/release';
import { syncDirectory, syncTree, writeDurably } from './durableFiles.ts';
import { createFileCache } from './createFileCache.ts';
import type { ReleaseContent, ReleaseStore, StoredEncoding, StoredFile } from './releaseStore.ts';
import { readStateFile, updateStateFile } from './stateFiles.ts';

const suffix: Record<StoredEncoding, string> = { br: '.br', gzip: '.gz' };
const namePattern = /^[a-z0-9][a-z0-9.-]*$/;

const incomingPrefix = '.incoming-';
const leftoverAgeMs = 3_600_000;

/** Removes what interrupted publishes left behind, an hour later: it is never read. */
async function removeLeftovers(root: string): Promise<void> {
  const names = await readdir(root).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const name of names.filter((candidate) => candidate.startsWith(incomingPrefix))) {
    const stats = await stat(path.join(root, name)).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs > leftoverAgeMs) await rm(path.join(root, name), { recursive: true, force: true });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** A release store in a directory: `<root>/<app>/<version>/…` and `<root>/registry/`. */
export function openFileReleaseStore(root: string): ReleaseStore {
  const releases = new Map<string, ReleaseManifest>();
  const readCached = createFileCache();

  function folderOf(app: string, version: string): string {
    if (!namePattern.test(app) || !namePattern.test(version)) throw new Error(`"${app} ${version}" is not the name of a release.`);
    return path.join(root, app, version);
  }

  async function readRelease(app: string, version: string): Promise<ReleaseManifest | null> {
    const key = `${app} ${version}`;
    const cached = releases.get(key);
    if (cached) return cached;
    const text = await readFile(path.join(folderOf(app, version), 'release.json'), 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (text === null) return null;
    const release = releaseManifestSchema.parse(JSON.parse(text));
    releases.set(key, release);
    return release;
  }

  async function addRelease({ release, files }: ReleaseContent): Promise<void> {
    const target = folderOf(release.app, release.version);
    const existing = await readRelease(release.app, release.version);
    if (existing) return assertSame(existing, release);
    await removeLeftovers(root);
    const incoming = path.join(root, `${incomingPrefix}${randomUUID()}`);
    try {
      await Promise.all([...files].map(([name, content]) => writeDurably(path.join(incoming, name), content)));
      await writeDurably(path.join(incoming, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
      await syncTree(incoming);
      await mkdir(path.dirname(target), { recursive: true });
      await rename(incoming, target);
      await syncDirectory(path.dirname(target));
    } catch (error) {
      await rm(incoming, { recursive: true, force: true });
      const winner = await readRelease(release.app, release.version);
      if (!winner) throw error;
      assertSame(winner, release);
    }
  }

  async function openFile(app: string, version: string, name: string, encoding?: StoredEncoding): Promise<StoredFile | null> {
    const release = await readRelease(app, version);
    // Only listed files are opened, so no path of a request reaches the file system unchecked.
    if (!release || !Object.hasOwn(release.files, name)) return null;
    const file = path.join(folderOf(app, version), name) + (encoding ? suffix[encoding] : '');
    const stats: Stats | null = await stat(file).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    return stats && { size: stats.size, read: () => readCached(file, stats), stream: (range) => createReadStream(file, range) };
  }

  async function listVersions(app: string): Promise<string[]> {
    const entries = await readdir(path.join(root, app), { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  }

  /** Renames the release away before deleting it, so that a crash leaves no release with missing files. */
  async function removeRelease(app: string, version: string): Promise<void> {
    const removed = path.join(root, `${incomingPrefix}${randomUUID()}`);
    releases.delete(`${app} ${version}`);
    await rename(folderOf(app, version), removed);
    await rm(removed, { recursive: true, force: true });
  }

  const registry = path.join(root, 'registry');
  return {
    readRelease,
    removeRelease,
    publishedAt: async (app, version) => (await stat(path.join(folderOf(app, version), 'release.json'))).mtime,
    removeLeftovers: () => removeLeftovers(root),
    // Every release is on this machine already.
    prepare: async () => undefined,
    listVersions,
    addRelease,
    openFile,
    localPath: async (app, version, name) => path.join(folderOf(app, version), name),
    readState: () => readStateFile(registry),
    updateState: (change) => updateStateFile(registry, change),
  };
}

/** Throws if another release is published under the same version. */
export function assertSame(existing: ReleaseManifest, added: ReleaseManifest): void {
  if (JSON.stringify(existing) === JSON.stringify(added)) return;
  throw new Error(
    `${added.app} ${added.version} is already published with different content. A release never changes: build it under another version.`,
  );
}
