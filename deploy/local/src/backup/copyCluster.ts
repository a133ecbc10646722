import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withClient } from '../database/connections.ts';
import { errorCode } from '../host/errorCode.ts';

/** Contents that PostgreSQL recreates at startup, according to its documentation of base backups. */
const excludedFolders = ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'];
const excludedFiles = /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map|pg_internal\.init.*|pgsql_tmp.*|.*\.tmp)$/;

/**
 * Takes a base backup of a running PostgreSQL: copies the files between `pg_backup_start` and `pg_backup_stop`, and the
 * write-ahead log of that time, which makes them consistent at the next start.
 */
export async function copyCluster(adminUrl: string, target: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    // A temporary replication slot keeps the write-ahead log from being recycled until this connection closes.
    await client.query(`select pg_create_physical_replication_slot('masomo_backup', true, true)`);
    const {
      rows: [backupStart],
    } = await client.query<{ folder: string; first: string }>(
      `select current_setting('data_directory') as folder, pg_walfile_name(pg_backup_start('masomo', fast => true)) as first`,
    );
    if (!backupStart) throw new Error('PostgreSQL did not report its data directory.');
    await copyFiles(backupStart.folder, target);
    const {
      rows: [backupStop],
    } = await client.query<{ label: string; last: string }>(
      `select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)`,
    );
    if (!backupStop) throw new Error('PostgreSQL did not finish the backup.');
    await writeFile(path.join(target, 'backup_label'), backupStop.label, { flush: true });
    await copyWriteAheadLog(backupStart.folder, target, backupStart.first, backupStop.last);
  });
}

async function copyFiles(folder: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const name of excludedFolders) await mkdir(path.join(target, name), { mode: 0o700 });
  await mkdir(path.join(target, 'pg_wal/archive_status'), { mode: 0o700 });
  await copyFolder(folder, target, (relative) => excludedFolders.includes(relative) || excludedFiles.test(path.basename(relative)));
}

async function copyFolder(from: string, to: string, isExcluded: (relative: string) => boolean, within = ''): Promise<void> {
  for (const entry of await readdir(path.join(from, within), { withFileTypes: true })) {
    const relative = path.join(within, entry.name);
    if (isExcluded(relative)) continue;
    if (entry.isDirectory()) {
      await mkdir(path.join(to, relative), { mode: 0o700 });
      await copyFolder(from, to, isExcluded, relative);
    } else if (entry.isFile()) {
      await cp(path.join(from, relative), path.join(to, relative)).catch((error: unknown) => {
        // The table was dropped in the meantime; the write-ahead log records that.
        if (errorCode(error) !== 'ENOENT') throw error;
      });
    }
  }
}

/** Names of write-ahead log files sort by time. */
async function copyWriteAheadLog(folder: string, target: string, first: string, last: string): Promise<void> {
  const names = (await readdir(path.join(folder, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last);
  if (!names.includes(first) || !names.includes(last))
    throw new Error('PostgreSQL recycled its write-ahead log during the backup. Try again.');
  for (const name of names) await cp(path.join(folder, 'pg_wal', name), path.join(target, 'pg_wal', name));
}
