import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { canWorkIn, type OsUser } from './osUser.ts';
import { systemClusters } from './systemDirectory.ts';

/** Names the cluster's folder when it lies outside the data directory. */
const pointerName = 'postgres.location';
const ownerName = 'masomo-data-directory';

/**
 * Folder of the database's files: `<dataDir>/postgres`, or, where PostgreSQL's OS user cannot enter it (root, in a private
 * folder), a folder under /var/lib/masomo that `<dataDir>/postgres.location` names. Deleting the data directory gives a fresh
 * start either way. A folder whose pointer is missing is kept, because the pointer may lie on a disk that is not mounted.
 */
export function clusterLocation(dataDir: string, user: OsUser): string {
  const pointer = path.join(dataDir, pointerName);
  if (existsSync(pointer)) return readFileSync(pointer, 'utf8').trim();
  const inside = path.join(dataDir, 'postgres');
  if (existsSync(path.join(inside, 'PG_VERSION'))) {
    if (canWorkIn(inside, user)) return inside;
    throw new Error(
      `The database in ${inside} belongs to another user of this machine (uid ${statSync(inside).uid}). Start as that user, or set DATA_DIR to another folder.`,
    );
  }
  mkdirSync(inside, { recursive: true, mode: 0o700 });
  if (user) chownSync(inside, user.uid, user.gid);
  if (canWorkIn(inside, user)) return inside;

  rmdirSync(inside);
  const home = path.join(systemClusters, randomUUID());
  const cluster = path.join(home, 'postgres');
  mkdirSync(home, { recursive: true, mode: 0o755 });
  // PostgreSQL refuses a data folder that others can read.
  mkdirSync(cluster, { mode: 0o700 });
  writeFileSync(path.join(home, ownerName), dataDir);
  if (user) chownSync(cluster, user.uid, user.gid);
  if (!canWorkIn(cluster, user))
    throw new Error(`PostgreSQL's OS user can enter neither ${dataDir} nor ${cluster}. Set DATA_DIR to a folder that it can enter.`);
  writeFileSync(pointer, `${cluster}\n`);
  return cluster;
}

/** Deletes the database files of a data directory, wherever they are. PostgreSQL must not be running. */
export function removeCluster(dataDir: string): void {
  const pointer = path.join(dataDir, pointerName);
  if (existsSync(pointer)) rmSync(path.dirname(readFileSync(pointer, 'utf8').trim()), { recursive: true, force: true });
  rmSync(pointer, { force: true });
  rmSync(path.join(dataDir, 'postgres'), { recursive: true, force: true });
}
