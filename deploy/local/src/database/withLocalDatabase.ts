import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lockDataDirectory, lockHolder } from '../host/instanceLock.ts';
import { openDatabase } from './openDatabase.ts';
import { databasePassword } from './databasePassword.ts';
import { urlFor, type LoginRole } from '../postgres/index.ts';

type Options = { dataDir: string; databaseUrl?: string | undefined; log: (line: string) => void };

/** Works on the database of an installation of this machine, whether the product runs there or not. */
export async function withLocalDatabase<T>(
  { dataDir, databaseUrl, log }: Options,
  work: (urlAs: (role: LoginRole) => string) => Promise<T>,
): Promise<T> {
  if (databaseUrl === undefined && !existsSync(path.join(dataDir, 'database.password')))
    throw new Error(
      `The product was never started in ${dataDir}. Run npm start first (npm start -- --empty leaves out the demonstration data), or set DATA_DIR.`,
    );
  if (databaseUrl === undefined && lockHolder(dataDir) !== undefined) {
    const address = path.join(dataDir, 'database.url');
    if (!existsSync(address)) throw new Error('The product is starting. Try again once it says that it is ready.');
    const url = readFileSync(address, 'utf8').trim();
    return work((role) => urlFor(url, { role, password: databasePassword(dataDir) }));
  }
  // An outside database may be in use meanwhile: nothing here disturbs it. The embedded one is started for the purpose.
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
