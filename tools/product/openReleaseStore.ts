import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openFileReleaseStore, openS3ReleaseStore, releasesFolder, type ReleaseStore } from '@masomo/release';
import { root } from '../root.ts';
import { readEnvironment, type Environment } from '../process/readEnvironment.ts';

/** The key for signed cookies and links of an installation with one gateway; created on first use. */
function readOrCreateSigningKey(folder: string): string {
  const file = path.join(folder, 'signing.key');
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8');
}

type InstallationReleases = {
  store: ReleaseStore;
  /** The folder on this machine: the store itself or a cache of the bucket, and the teams' tokens. */
  folder: string;
  /** The same on every gateway of the installation. */
  signingKey: string;
};

/** Opens the release store of an installation: the bucket its environment names, or a folder of its data directory. */
export function openReleaseStore(environment: Environment = readEnvironment()): InstallationReleases {
  const { DATA_DIR, RELEASES_BUCKET, RELEASES_BUCKET_REGION, RELEASES_BUCKET_KEY_ID, RELEASES_BUCKET_SECRET } = environment;
  const folder = releasesFolder(path.resolve(root, DATA_DIR));
  if (RELEASES_BUCKET === undefined || RELEASES_BUCKET_KEY_ID === undefined || RELEASES_BUCKET_SECRET === undefined)
    return { store: openFileReleaseStore(folder), folder, signingKey: readOrCreateSigningKey(folder) };
  const bucket = { url: RELEASES_BUCKET, region: RELEASES_BUCKET_REGION, keyId: RELEASES_BUCKET_KEY_ID, secret: RELEASES_BUCKET_SECRET };
  return {
    store: openS3ReleaseStore(bucket, path.join(folder, 'from-bucket')),
    folder,
    signingKey: createHash('sha256').update(`signing ${RELEASES_BUCKET_SECRET}`).digest('hex'),
  };
}
