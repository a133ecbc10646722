import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lockDataDirectory, lockHolder } from '../host/instanceLock.ts';
import { openDatabase } from './openDatabase.ts';
import { databasePassword } from './databasePassword.ts';
import { urlFor, type LoginRole } from './roles.ts';

type Options = { dataDir: string; databaseUrl?: string | undefined; log: (line: string) => void };

/** Runs `work` on the database of a local installation, whether the product is running or not. */
export async function withLocalDatabase<T>(
  { dataDir, databaseUrl, log }: Options,
  work: (urlAs: (role: LoginRole) => string) => Promise<T>,
): Promise<T> {
  if (databaseUrl === undefined && !existsSync(path.join(dataDir, 'database.password')))
    throw new Error(
      `The product was never started in ${dataDir}. Run npm start first (npm start -- --empty leaves out the demo data), or set DATA_DIR.`,
    );
  if (databaseUrl === undefined && lockHolder(dataDir) !== undefined) {
    const address = path.join(dataDir, 'database.url');
    if (!existsSync(address)) throw new Error('The product is starting. Try again when it is ready.');
    const url = readFileSync(address, 'utf8').trim();
    return work((role) => urlFor(url, { role, password: databasePassword(dataDir) }));
  }
  // An external database may be in use, so it needs no lock; the embedded one is started for this call.
  const unlock = databaseUrl === undefined ? lockDataDirectory(dataDir) : () => {};
  try {
    const database = await openDatabase({ dataDir, databaseUrl, log, onExit: log });
    try {
      return await work(database.urlAs);
    } finally {
      await database.stop();
    }
  } finally {
    unlock();
  }
}
