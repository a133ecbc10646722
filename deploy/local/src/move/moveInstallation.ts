import path from 'node:path';
import type pg from 'pg';
import { withClient } from '../database/connections.ts';
import { lockHolder } from '../host/instanceLock.ts';
import { openDatabase } from '../database/openDatabase.ts';
import { withLocalDatabase } from '../database/withLocalDatabase.ts';
import { prepareDatabase } from '../database/prepareDatabase.ts';
import { assertEmpty, assertSameMigrations, listUploadedObjects } from './checkTarget.ts';
import { copyFiles, verifyFiles, copyObjectMetadata, listObjects, type FileCount, type Project } from './copyFiles.ts';
import { assertEqual, compareTables, copyTables, normalizeSession, type TableComparison } from './copyTables.ts';
import { listTables, matchTables } from './tables.ts';

export type MoveOptions = {
  /** Data directory of the installation; it must not be running. */
  dataDir: string;
  /** Connection URL of its database, unless it is the embedded one. */
  databaseUrl?: string | undefined;
  /** Connection URL of the target: a Supabase project as `postgres`, or another PostgreSQL as a superuser. */
  target: string;
  /** The project whose storage receives the files. Without it they stay in the data directory, which the product keeps using. */
  project?: Project | undefined;
  log: (line: string) => void;
};
export type MoveResult = { tables: TableComparison[]; accounts: number; files: FileCount };

/** Runs `work` on the target of the move. */
async function withTarget<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  let isConnected = false;
  return withClient({ connectionString: url, connectionTimeoutMillis: 15_000 }, (client) => {
    isConnected = true;
    return work(client);
  }).catch((error: Error) => {
    throw isConnected ? error : new Error(`TARGET_DATABASE_URL cannot be used: ${error.message}.`);
  });
}

/** Prepares a plain PostgreSQL with Supabase's roles and schemas and the migrations of this version. */
async function prepareTarget({ dataDir, target, log }: MoveOptions): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl: target, log, onExit: log });
  await prepareDatabase(database, { shouldLoadDemo: false, demoPassword: '', filesFolder: path.join(dataDir, 'files'), log });
}

/**
 * Moves an installation: data, accounts with their passwords, files. The database is copied in one transaction and compared
 * before the commit, so a failed move leaves the target unchanged and can be repeated.
 */
export async function moveInstallation(move: MoveOptions): Promise<MoveResult> {
  const { dataDir, databaseUrl, target: address, project, log } = move;
  const holder = databaseUrl === undefined ? lockHolder(dataDir) : undefined;
  if (holder !== undefined)
    throw new Error(`The product is running in ${dataDir} (process ${holder}). Stop it first: changes made during the move would be lost.`);
  return withLocalDatabase({ dataDir, databaseUrl, log }, (urlAs) =>
    withClient(urlAs('postgres'), async (source) => {
      await source.query('begin transaction isolation level repeatable read read only');
      await normalizeSession(source);
      const hasTables = await withTarget(address, assertEmpty);
      if (!project) await prepareTarget(move);
      else if (!hasTables) throw new Error('The project has no tables yet. Run: supabase db push');
      return withTarget(address, async (target) => {
        await normalizeSession(target);
        await assertSameMigrations(source, target);
        const extraTables = project ? [] : ['storage.objects', 'masomo_local.seeds'];
        const tables = matchTables(await listTables(source, extraTables), await listTables(target, extraTables));
        const objects = await listObjects(source);
        const folder = path.join(dataDir, 'files');
        const verified = await verifyFiles(objects, folder);
        const files = project ? await copyFiles(objects, await listUploadedObjects(target, objects), folder, project, log) : verified;
        await target.query('begin');
        await assertEmpty(target);
        log(`copying ${tables.length} tables`);
        await copyTables(source, target, tables);
        if (project) await copyObjectMetadata(source, target);
        log('comparing source and target');
        const compared = await compareTables(source, target, tables);
        assertEqual(compared);
        await target.query('commit');
        await target
          .query('analyze')
          .catch((error: Error) => log(`Statistics were not collected (${error.message}); autovacuum will do it.`));
        return { tables: compared, accounts: compared.find(({ table }) => table === 'auth.users')?.target.rows ?? 0, files };
      });
    }),
  );
}
