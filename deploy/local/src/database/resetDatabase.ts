import { rmSync } from 'node:fs';
import path from 'node:path';
import { lockDataDirectory } from '../host/instanceLock.ts';
import { clusterLocation } from '../postgres/clusterLocation.ts';
import { stopOrphanedPostgres } from '../postgres/stopPostgres.ts';
import { postgresOsUser } from '../postgres/osUser.ts';
import { removeCluster } from '../postgres/clusterLocation.ts';
import { startPostgres } from '../postgres/startPostgres.ts';
import { prepareDatabase } from './prepareDatabase.ts';

type Options = {
  dataDir: string;
  shouldLoadDemo: boolean;
  demoPassword: string;
  log: (line: string) => void;
  /** Adds data to the new database, as its owner, before it is stopped. */
  fill?: ((databaseUrl: string) => Promise<void>) | undefined;
};

/** Recreates the database, the stored files and the mailbox as after a first start. Keeps keys and releases. */
export async function resetDatabase({ dataDir, shouldLoadDemo, demoPassword, log, fill }: Options): Promise<void> {
  const unlock = lockDataDirectory(dataDir);
  try {
    await stopOrphanedPostgres(clusterLocation(dataDir, postgresOsUser()), log);
    removeCluster(dataDir);
    for (const name of ['files', 'mailbox']) rmSync(path.join(dataDir, name), { recursive: true, force: true });
    const postgres = await startPostgres({ dataDir, log });
    try {
      await prepareDatabase(postgres, { shouldLoadDemo, demoPassword, filesFolder: path.join(dataDir, 'files'), log });
      await fill?.(postgres.url);
    } finally {
      await postgres.stop();
    }
  } finally {
    unlock();
  }
}
