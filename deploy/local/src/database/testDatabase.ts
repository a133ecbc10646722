import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bootstrap } from './bootstrap.ts';
import { withClient } from './connections.ts';
import { removeCluster } from '../postgres/clusterLocation.ts';
import { applyMigrations } from './migrations.ts';
import { urlFor } from './roles.ts';
import { describeSqlError } from './sqlError.ts';
import { startPostgres } from '../postgres/startPostgres.ts';

const supabaseFolder = path.resolve(import.meta.dirname, '../../../../supabase');
const template = 'template_masomo';

export type TestCluster = {
  /** Superuser URL of database `postgres`, for `cloneDatabase`. A plain string, so that Vitest's global setup can provide it. */
  adminUrl: string;
  stop(): Promise<void>;
};

export type TestDatabase = {
  /** As `postgres`, the owner, who is not a superuser. */
  url: string;
  adminUrl: string;
  drop(): Promise<void>;
};

export type TestOptions = {
  /** Folder of migrations; `false` for an empty Supabase project. Default: the product's. */
  migrations?: string | false;
  /** SQL files to run after the migrations. */
  seeds?: readonly string[];
  /** Folder of another PostgreSQL's programs, such as `/usr/lib/postgresql/15/bin`. */
  bin?: string;
};

/** Starts a temporary PostgreSQL with one migrated template database to clone. */
export async function startTestCluster({
  migrations = path.join(supabaseFolder, 'migrations'),
  seeds = [],
  bin,
}: TestOptions = {}): Promise<TestCluster> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'masomo-test-'));
  // When root runs the tests, PostgreSQL's OS user must be able to enter the folder.
  chmodSync(dataDir, 0o755);
  const postgres = await startPostgres({ dataDir, isVolatile: true, ...(bin ? { bin } : {}) });
  const stop = async () => {
    await postgres.stop();
    removeCluster(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await run(postgres.adminUrl, `create database ${template}`);
    await bootstrap(urlFor(postgres.adminUrl, { database: template }), postgres.password);
    const url = urlFor(postgres.url, { database: template });
    if (migrations) await applyMigrations(url, migrations);
    for (const seed of seeds) await applySeed(url, seed);
  } catch (error) {
    await stop();
    throw error;
  }
  return { adminUrl: postgres.adminUrl, stop };
}

/** Creates a database in a test cluster by copying the migrated template, which takes a fraction of a second. */
export async function cloneDatabase(clusterAdminUrl: string): Promise<TestDatabase> {
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await run(clusterAdminUrl, `create database ${database} template ${template} owner postgres strategy file_copy`);
  const { password } = new URL(clusterAdminUrl);
  return {
    url: urlFor(clusterAdminUrl, { role: 'postgres', password, database }),
    adminUrl: urlFor(clusterAdminUrl, { database }),
    drop: () => run(clusterAdminUrl, `drop database if exists ${database} with (force)`),
  };
}

/** A migrated database on its own PostgreSQL, for a test file that needs only one; `drop` stops that PostgreSQL. */
export async function createTestDatabase(options: TestOptions = {}): Promise<TestDatabase> {
  const cluster = await startTestCluster(options);
  const { url, adminUrl } = await cloneDatabase(cluster.adminUrl);
  return { url, adminUrl, drop: () => cluster.stop() };
}

/** Runs an SQL file in one transaction. */
export async function applySeed(url: string, file: string): Promise<void> {
  const sql = await readFile(file, 'utf8');
  await run(url, `begin;\n${sql}\n;commit;`).catch((error: unknown) =>
    Promise.reject(describeSqlError(path.relative(path.dirname(supabaseFolder), file), `begin;\n${sql}`, error)),
  );
}

async function run(url: string, sql: string): Promise<void> {
  await withClient(url, (client) => client.query(sql));
}
