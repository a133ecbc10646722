import path from 'node:path';

/** The folder of the release store within an installation's data directory. */
export function releasesFolder(dataDir: string): string {
  return path.join(dataDir, 'releases');
}
