import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { canWorkIn, type OsUser } from './osUser.ts';
import { systemClusters } from './systemDirectory.ts';

/** Written beside the other data when the database's files live elsewhere: holds their folder. */
const pointerName = 'postgres.location';
const ownerName = 'masomo-data-directory';

/**
 * Folder of the database's files: `<dataDir>/postgres`, or, where PostgreSQL's OS user cannot enter that (root, in a
 * folder only its owner may enter), a folder of its own under /var/lib/masomo that `<dataDir>/postgres.location` names.
 * Deleting the data directory is a fresh start either way: a folder whose pointer is gone is removed at the next start.
 */
export function clusterLocation(dataDir: string, user: OsUser): string {
  removeOrphans();
  const pointer = path.join(dataDir, pointerName);
  if (existsSync(pointer)) return readFileSync(pointer, 'utf8').trim();
  const inside = path.join(dataDir, 'postgres');
  if (existsSync(path.join(inside, 'PG_VERSION')) && canWorkIn(inside, user)) return inside;
  mkdirSync(inside, { recursive: true, mode: 0o700 });
  if (user) chownSync(inside, user.uid, user.gid);
  if (canWorkIn(inside, user)) return inside;

  rmSync(inside, { recursive: true, force: true });
  const home = path.join(systemClusters, randomUUID());
  const cluster = path.join(home, 'postgres');
  mkdirSync(cluster, { recursive: true, mode: 0o755 });
  writeFileSync(path.join(home, ownerName), dataDir);
  if (user) chownSync(cluster, user.uid, user.gid);
  if (!canWorkIn(cluster, user)) throw new Error(`PostgreSQL's user may enter neither ${dataDir} nor ${cluster}. Set DATA_DIR to a folder it may enter.`);
  writeFileSync(pointer, `${cluster}\n`);
  return cluster;
}

/** Deletes the database's files of a data directory, wherever they are. PostgreSQL must not be running. */
export function removeCluster(dataDir: string): void {
  const pointer = path.join(dataDir, pointerName);
  if (existsSync(pointer)) rmSync(path.dirname(readFileSync(pointer, 'utf8').trim()), { recursive: true, force: true });
  rmSync(pointer, { force: true });
  rmSync(path.join(dataDir, 'postgres'), { recursive: true, force: true });
}

function removeOrphans(): void {
  if (!existsSync(systemClusters)) return;
  for (const name of readdirSync(systemClusters)) {
    const home = path.join(systemClusters, name);
    const owner = path.join(home, ownerName);
    if (!existsSync(owner)) continue;
    const pointer = path.join(readFileSync(owner, 'utf8'), pointerName);
    const kept = existsSync(pointer) && readFileSync(pointer, 'utf8').trim().startsWith(home);
    const running = existsSync(path.join(home, 'postgres', 'postmaster.pid'));
    if (!kept && !running) rmSync(home, { recursive: true, force: true });
  }
}
