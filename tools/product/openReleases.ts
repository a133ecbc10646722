import path from 'node:path';
import { openFileReleaseStore, openS3ReleaseStore, releasesFolder, type ReleaseStore } from '@masomo/release';
import { root } from '../build/index.ts';
import { readEnvironment, type Environment } from '../process/readEnvironment.ts';

/** The release store of an installation, and its folder on this machine: the store itself, or what is kept of the bucket. */
export function openReleases(environment: Environment = readEnvironment()): { store: ReleaseStore; folder: string } {
  const { DATA_DIR, RELEASES_BUCKET, RELEASES_BUCKET_REGION, RELEASES_BUCKET_KEY_ID, RELEASES_BUCKET_SECRET } = environment;
  const folder = releasesFolder(path.resolve(root, DATA_DIR));
  if (RELEASES_BUCKET === undefined || RELEASES_BUCKET_KEY_ID === undefined || RELEASES_BUCKET_SECRET === undefined) return { store: openFileReleaseStore(folder), folder };
  const bucket = { url: RELEASES_BUCKET, region: RELEASES_BUCKET_REGION, keyId: RELEASES_BUCKET_KEY_ID, secret: RELEASES_BUCKET_SECRET };
  return { store: openS3ReleaseStore(bucket, path.join(folder, 'from-bucket')), folder };
}
