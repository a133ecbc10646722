import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { lockDataDirectory, lockHolder } from '../host/instanceLock.ts';
import { databasePassword } from '../database/databasePassword.ts';
import { licenceKeyFile } from '../keys/licenceKeys.ts';
import { startPostgres } from '../postgres/startPostgres.ts';
import { urlFor } from '../database/roles.ts';
import { adminRole } from '../database/roles.ts';
import { copyCluster } from './copyCluster.ts';
import { writeManifest, type Manifest } from './manifest.ts';

/** What a backup contains besides the database: uploaded files, mails and keys. Releases are built from the sources. */
export const backedUpEntries = ['files', 'mailbox', 'secrets.json', licenceKeyFile, 'database.password'] as const;

type Options = { dataDir: string; target: string; log: (line: string) => void; now: Date };

/**
 * Writes a backup of an installation into a new folder, whether the product is running or not. The folder gets its final
 * name only when it is complete.
 */
export async function backUp({ dataDir, target, log, now }: Options): Promise<Manifest> {
  if (existsSync(target) && (await readdir(target)).length > 0) throw new Error(`${target} exists and is not empty. Choose a new folder.`);
  if (!existsSync(path.join(dataDir, 'database.password')))
    throw new Error(`There is nothing to back up in ${dataDir}: the product was never started there.`);
  const partialTarget = `${target}.unfinished`;
  await rm(partialTarget, { recursive: true, force: true });
  await mkdir(partialTarget, { recursive: true, mode: 0o700 });
  try {
    // A file is stored before its row and deleted after it, so copying before and after the database misses none that a row names.
    await copyEntries(dataDir, partialTarget);
    await withRunningDatabase(dataDir, log, (adminUrl) => copyCluster(adminUrl, path.join(partialTarget, 'postgres')));
    await copyEntries(dataDir, partialTarget);
    const postgres = (await readFile(path.join(partialTarget, 'postgres/PG_VERSION'), 'utf8')).trim();
    const manifest = await writeManifest(partialTarget, { createdAt: now.toISOString(), postgres });
    await rm(target, { recursive: true, force: true });
    await rename(partialTarget, target);
    return manifest;
  } catch (error) {
    await rm(partialTarget, { recursive: true, force: true });
    throw error;
  }
}

async function copyEntries(dataDir: string, target: string): Promise<void> {
  for (const name of backedUpEntries) {
    const from = path.join(dataDir, name);
    if (existsSync(from)) await cp(from, path.join(target, name), { recursive: true });
  }
}

/** Runs `work` on the database of the running product, or starts the database for it. */
async function withRunningDatabase(dataDir: string, log: (line: string) => void, work: (adminUrl: string) => Promise<void>): Promise<void> {
  if (lockHolder(dataDir) !== undefined) {
    const url = (await readFile(path.join(dataDir, 'database.url'), 'utf8')).trim();
    await work(urlFor(url, { role: adminRole, password: databasePassword(dataDir) }));
    return;
  }
  const unlock = lockDataDirectory(dataDir);
  try {
    const postgres = await startPostgres({ dataDir, log });
    await work(postgres.adminUrl).finally(() => postgres.stop());
  } finally {
    unlock();
  }
}
