import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { releaseManifestSchema } from '@masomo/contracts/release';
import { assertSame, openFileReleaseStore } from '../fileReleaseStore.ts';
import type { ReleaseContent, ReleaseStore } from '../releaseStore.ts';
import { openBucket, type BucketOptions } from './bucket.ts';
import { inParallel } from './inParallel.ts';
import { openSharedState } from './openSharedState.ts';

/** The object that makes a release visible: written last and once. `upload` is the folder of its files, `files` their names. */
const recordSchema = z.object({
  release: releaseManifestSchema,
  upload: z.string(),
  publishedAt: z.iso.datetime(),
  files: z.array(z.string()),
});
type ReleaseRecord = z.infer<typeof recordSchema>;

const recordKey = (app: string, version: string) => `releases/${app}/${version}.json`;
const uploadFolder = (app: string, version: string, upload: string) => `files/${app}/${version}/${upload}/`;
const namePattern = /^[a-z0-9][a-z0-9.-]*$/;
const leftoverAgeMs = 3_600_000;

/**
 * A release store in an S3-compatible bucket, for several gateways and pipelines. Releases this machine serves are cached in
 * `cacheFolder` after their hashes are checked, so everything live is still served while the bucket cannot be reached.
 */
export function openS3ReleaseStore(options: BucketOptions, cacheFolder: string): ReleaseStore {
  const bucket = openBucket(options);
  const state = openSharedState(bucket);
  const cache = openFileReleaseStore(cacheFolder);
  const records = new Map<string, ReleaseRecord>();
  const downloads = new Map<string, Promise<void>>();

  async function readRecord(app: string, version: string): Promise<ReleaseRecord | null> {
    if (!namePattern.test(app) || !namePattern.test(version)) throw new Error(`"${app} ${version}" is not the name of a release.`);
    const key = recordKey(app, version);
    const cached = records.get(key);
    if (cached) return cached;
    const object = await bucket.get(key);
    if (!object || object === 'same') return null;
    const record = recordSchema.parse(JSON.parse(object.body.toString('utf8')));
    records.set(key, record);
    return record;
  }

  async function download({ release, upload, files }: ReleaseRecord): Promise<void> {
    const content = new Map<string, Buffer>();
    await inParallel(files, async (file) => {
      const object = await bucket.get(uploadFolder(release.app, release.version, upload) + file);
      if (!object || object === 'same') throw new Error(`${release.app} ${release.version}: ${file} is missing in the release bucket.`);
      const listed = release.files[file];
      if (listed && listed.integrity !== `sha384-${createHash('sha384').update(object.body).digest('base64')}`)
        throw new Error(`${release.app} ${release.version}: ${file} in the release bucket is not the file that was released.`);
      content.set(file, object.body);
    });
    await cache.addRelease({ release, files: content });
  }

  /** Downloads a release unless this machine has it; concurrent calls share one download. False when there is no such release. */
  async function ensureCached(app: string, version: string): Promise<boolean> {
    if (await cache.readRelease(app, version)) return true;
    const record = await readRecord(app, version);
    if (!record) return false;
    const key = recordKey(app, version);
    const inFlight = downloads.get(key) ?? download(record).finally(() => downloads.delete(key));
    downloads.set(key, inFlight);
    await inFlight;
    return true;
  }

  async function addRelease({ release, files }: ReleaseContent): Promise<void> {
    const { app, version } = release;
    const existing = await readRecord(app, version);
    if (existing) return assertSame(existing.release, release);
    const upload = randomUUID();
    await inParallel([...files], ([file, content]) => bucket.put(uploadFolder(app, version, upload) + file, content));
    const record: ReleaseRecord = { release, upload, publishedAt: new Date().toISOString(), files: [...files.keys()].sort() };
    await bucket.put(recordKey(app, version), Buffer.from(`${JSON.stringify(record)}\n`), { isNew: true });
    const winner = await readRecord(app, version);
    if (winner?.upload === upload) return;
    await removeFiles(uploadFolder(app, version, upload));
    if (!winner) throw new Error(`${app} ${version} was removed while it was being published.`);
    assertSame(winner.release, release);
  }

  async function removeFiles(folder: string): Promise<void> {
    await inParallel(await bucket.list(folder), ({ key }) => bucket.delete(key));
  }

  async function listVersions(app: string): Promise<string[]> {
    const folder = `releases/${app}/`;
    return (await bucket.list(folder)).map(({ key }) => key.slice(folder.length, -'.json'.length));
  }

  return {
    listVersions,
    addRelease,
    readRelease: async (app, version) => (await readRecord(app, version))?.release ?? null,
    async publishedAt(app, version) {
      const record = await readRecord(app, version);
      if (!record) throw new Error(`${app} ${version} is not published.`);
      return new Date(record.publishedAt);
    },
    async removeRelease(app, version) {
      await bucket.delete(recordKey(app, version));
      records.delete(recordKey(app, version));
      await removeFiles(`files/${app}/${version}/`);
      if (await cache.readRelease(app, version)) await cache.removeRelease(app, version);
    },
    async removeLeftovers() {
      await cache.removeLeftovers();
      const old = (await bucket.list('files/')).filter(({ modified }) => Date.now() - modified.getTime() > leftoverAgeMs);
      await inParallel(old, async ({ key }) => {
        const [, app = '', version = '', upload] = key.split('/');
        if ((await readRecord(app, version))?.upload !== upload) await bucket.delete(key);
      });
    },
    openFile: async (app, version, file, encoding) =>
      (await ensureCached(app, version)) ? cache.openFile(app, version, file, encoding) : null,
    async localPath(app, version, file) {
      if (!(await ensureCached(app, version))) throw new Error(`${app} ${version} is not in the release bucket.`);
      return cache.localPath(app, version, file);
    },
    async prepare(releases) {
      await Promise.all(releases.map(({ app, version }) => ensureCached(app, version)));
      // Releases that were pruned from the bucket leave this machine as well.
      for (const app of new Set(releases.map((release) => release.app))) {
        const [cachedVersions, storedVersions] = [await cache.listVersions(app), new Set(await listVersions(app))];
        for (const version of cachedVersions.filter((candidate) => !storedVersions.has(candidate))) {
          records.delete(recordKey(app, version));
          await cache.removeRelease(app, version);
        }
      }
    },
    readState: state.read,
    updateState: state.update,
  };
}
