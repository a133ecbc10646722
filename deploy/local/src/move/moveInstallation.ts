import path from 'node:path';
import pg from 'pg';
import { lockHolder } from '../host/instanceLock.ts';
import { openDatabase } from '../database/openDatabase.ts';
import { withLocalDatabase } from '../database/withLocalDatabase.ts';
import { prepareDatabase } from '../database/prepareDatabase.ts';
import { assertEmpty, assertSameMigrations, listUploadedObjects } from './checkTarget.ts';
import { copyFiles, verifyFiles, copyObjectMetadata, listObjects, type FileCount, type Project } from './copyFiles.ts';
import { assertEqual, compareTables, copyTables, normalizeSession, type TableComparison } from './copyTables.ts';
import { listTables, matchTables } from './tables.ts';

export type MoveOptions = {
  /** The installation that moves; it must not run meanwhile. */
  dataDir: string;
  /** Where its database is, unless it is the embedded one. */
  databaseUrl?: string | undefined;
  /** Where it moves: the database of a Supabase project as `postgres`, or another PostgreSQL as a superuser. */
  target: string;
  /** The project whose storage gets the files. Without it they stay in the data directory, which the product goes on using. */
  project?: Project | undefined;
  log: (line: string) => void;
};
export type MoveResult = { tables: TableComparison[]; accounts: number; files: FileCount };

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 });
  // A cut connection is told by the query that was under way.
  client.on('error', () => undefined);
  await client.connect().catch((error: Error) => {
    throw new Error(`TARGET_DATABASE_URL cannot be used: ${error.message}.`);
  });
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A plain PostgreSQL becomes what a Supabase project is, with the migrations of this version. */
async function prepareTarget({ dataDir, target, log }: MoveOptions): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl: target, log, onExit: log });
  await prepareDatabase(database, { demo: false, demoPassword: '', filesFolder: path.join(dataDir, 'files'), log });
}

/**
 * Moves an installation: data, accounts with their passwords, files. The database is one transaction, compared before
 * it is committed: a move that fails leaves the target as it was, and can be run again.
 */
export async function moveInstallation(move: MoveOptions): Promise<MoveResult> {
  const { dataDir, databaseUrl, target: address, project, log } = move;
  const holder = databaseUrl === undefined ? lockHolder(dataDir) : undefined;
  if (holder !== undefined)
    throw new Error(`The product is running in ${dataDir} (process ${holder}). Stop it first: what is written meanwhile would be missing.`);
  return withLocalDatabase({ dataDir, databaseUrl, log }, (urlAs) =>
    withClient(urlAs('postgres'), async (source) => {
      await source.query('begin transaction isolation level repeatable read read only');
      await normalizeSession(source);
      const hasTables = await withClient(address, assertEmpty);
      if (!project) await prepareTarget(move);
      else if (!hasTables) throw new Error('The project has no tables yet. Run: supabase db push');
      return withClient(address, async (target) => {
        await normalizeSession(target);
        await assertSameMigrations(source, target);
        const more = project ? [] : ['storage.objects', 'masomo_local.seeds'];
        const tables = matchTables(await listTables(source, more), await listTables(target, more));
        const objects = await listObjects(source);
        const folder = path.join(dataDir, 'files');
        const verified = await verifyFiles(objects, folder);
        const files = project ? await copyFiles(objects, await listUploadedObjects(target, objects), folder, project, log) : verified;
        await target.query('begin');
        await assertEmpty(target);
        log(`copying ${tables.length} tables`);
        await copyTables(source, target, tables);
        if (project) await copyObjectMetadata(source, target);
        log('comparing both sides');
        const compared = await compareTables(source, target, tables);
        assertEqual(compared);
        await target.query('commit');
        await target
          .query('analyze')
          .catch((error: Error) => log(`Statistics were not made (${error.message}); PostgreSQL makes them by itself soon.`));
        return { tables: compared, accounts: compared.find(({ table }) => table === 'auth.users')?.target.rows ?? 0, files };
      });
    }),
  );
}
