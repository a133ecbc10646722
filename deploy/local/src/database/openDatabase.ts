import pg from 'pg';
import { databasePassword } from './databasePassword.ts';
import { startPostgres, urlFor, type LoginRole } from '../postgres/index.ts';

export type Database = {
  /** As `postgres`, who owns what the migrations make. */
  url: string;
  /** As a superuser. */
  adminUrl: string;
  /** The password of every role that signs in. */
  password: string;
  urlAs(role: LoginRole): string;
  stop(): Promise<void>;
};

export type DatabaseOptions = {
  dataDir: string;
  /** A PostgreSQL 15 or later that runs elsewhere, as its superuser; the embedded one without it. */
  databaseUrl?: string | undefined;
  log: (line: string) => void;
  /** Called when the embedded PostgreSQL ends without having been asked to. */
  onExit: (reason: string) => void;
};

const minServerVersion = 150_000;

/** The database of an installation: the embedded one, started here, or one that runs elsewhere. */
export async function openDatabase({ dataDir, databaseUrl, log, onExit }: DatabaseOptions): Promise<Database> {
  if (databaseUrl === undefined) {
    const { url, adminUrl, password, stop } = await startPostgres({ dataDir, log, onExit });
    return { url, adminUrl, password, urlAs: (role) => urlFor(url, { role }), stop };
  }
  await assertUsable(databaseUrl);
  const password = databasePassword(dataDir);
  // The role of the address keeps the password it came with; the others get ours.
  const urlAs = (role: LoginRole) => (role === new URL(databaseUrl).username ? databaseUrl : urlFor(databaseUrl, { role, password }));
  return { url: urlAs('postgres'), adminUrl: databaseUrl, password, urlAs, stop: () => Promise.resolve() };
}

async function assertUsable(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; name: string; mayBootstrap: boolean }>(
      `select current_setting('server_version_num')::int as version, current_setting('server_version') as name, rolsuper as "mayBootstrap" from pg_roles where rolname = current_user`,
    );
    const [server] = rows;
    if (server && server.version < minServerVersion) throw new Error(`it is PostgreSQL ${server.name}, and 15 is the oldest that works`);
    if (!server?.mayBootstrap)
      throw new Error('its role is no superuser, so roles and schemas cannot be made; for a Supabase project set SUPABASE_URL instead');
  } catch (error) {
    throw new Error(`DATABASE_URL cannot be used: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
  } finally {
    await client.end().catch(() => {});
  }
}
