import { chownSync, existsSync, readdirSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { lockDataDirectory } from '../host/instanceLock.ts';
import { majorVersion, postgresBinaries } from '../postgres/binaries.ts';
import { clusterLocation } from '../postgres/clusterLocation.ts';
import { removeCluster } from '../postgres/clusterLocation.ts';
import { startPostgres } from '../postgres/startPostgres.ts';
import { postgresOsUser, type OsUser } from '../postgres/osUser.ts';
import { stopOrphanedPostgres } from '../postgres/stopPostgres.ts';
import { backedUpEntries } from './backUp.ts';
import { verifyBackup, type Manifest } from './manifest.ts';

type Options = {
  dataDir: string;
  source: string;
  /** Whether to overwrite an existing installation in the data directory. */
  shouldReplace: boolean;
  log: (line: string) => void;
};

/** Restores a backup into a data directory, and starts its database once to check that it is consistent. */
export async function restore({ dataDir, source, shouldReplace, log }: Options): Promise<Manifest> {
  const manifest = await verifyBackup(source);
  const user = postgresOsUser();
  const version = majorVersion(postgresBinaries(user));
  if (manifest.postgres !== version)
    throw new Error(
      `${source} was written by PostgreSQL ${manifest.postgres}, but this version uses ${version}. Restore it with the version of the product that wrote it.`,
    );
  const unlock = lockDataDirectory(dataDir);
  try {
    const holdsData = [...backedUpEntries, 'postgres', 'postgres.location'].some((name) => existsSync(path.join(dataDir, name)));
    if (holdsData && !shouldReplace)
      throw new Error(`${dataDir} holds an installation. Set DATA_DIR to an empty folder, or add --replace to overwrite it.`);
    const cluster = clusterLocation(dataDir, user);
    await stopOrphanedPostgres(cluster, log);
    removeCluster(dataDir);
    for (const name of backedUpEntries) await rm(path.join(dataDir, name), { recursive: true, force: true });

    for (const name of backedUpEntries)
      if (existsSync(path.join(source, name))) await cp(path.join(source, name), path.join(dataDir, name), { recursive: true });
    const restored = clusterLocation(dataDir, user);
    const partialCluster = `${restored}.unfinished`;
    await rm(partialCluster, { recursive: true, force: true });
    await cp(path.join(source, 'postgres'), partialCluster, { recursive: true });
    chownRecursively(user, partialCluster);
    await rename(partialCluster, restored);
    const postgres = await startPostgres({ dataDir, log });
    await postgres.stop();
    return manifest;
  } finally {
    unlock();
  }
}

function chownRecursively(user: OsUser, folder: string): void {
  if (!user) return;
  chownSync(folder, user.uid, user.gid);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) chownSync(path.join(folder, name), user.uid, user.gid);
}
