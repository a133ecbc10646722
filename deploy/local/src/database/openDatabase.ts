import { withClient } from './connections.ts';
import { databasePassword } from './databasePassword.ts';
import { startPostgres } from '../postgres/startPostgres.ts';
import { urlFor, type LoginRole } from './roles.ts';
import { errorMessage } from '../host/errorCode.ts';

export type Database = {
  /** As `postgres`, the owner of what the migrations create. */
  url: string;
  /** As a superuser. */
  adminUrl: string;
  /** Password of every login role. */
  password: string;
  urlAs(role: LoginRole): string;
  stop(): Promise<void>;
};

export type DatabaseOptions = {
  dataDir: string;
  /** Superuser URL of an external PostgreSQL 15 or later; the embedded one is started without it. */
  databaseUrl?: string | undefined;
  log: (line: string) => void;
  /** Called when the embedded PostgreSQL exits unexpectedly. */
  onExit: (reason: string) => void;
};

const minServerVersion = 150_000;

/** Opens the database of an installation: starts the embedded one, or checks that the external one is usable. */
export async function openDatabase({ dataDir, databaseUrl, log, onExit }: DatabaseOptions): Promise<Database> {
  if (databaseUrl === undefined) {
    const { url, adminUrl, password, stop } = await startPostgres({ dataDir, log, onExit });
    return { url, adminUrl, password, urlAs: (role) => urlFor(url, { role }), stop };
  }
  await assertUsable(databaseUrl);
  const password = databasePassword(dataDir);
  // The role in the URL keeps its own password; the others get the generated one.
  const urlAs = (role: LoginRole) => (role === new URL(databaseUrl).username ? databaseUrl : urlFor(databaseUrl, { role, password }));
  return { url: urlAs('postgres'), adminUrl: databaseUrl, password, urlAs, stop: () => Promise.resolve() };
}

async function assertUsable(databaseUrl: string): Promise<void> {
  try {
    const { rows } = await withClient({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 }, (client) =>
      client.query<{ version: number; name: string; mayBootstrap: boolean }>(
        `select current_setting('server_version_num')::int as version, current_setting('server_version') as name, rolsuper as "mayBootstrap" from pg_roles where rolname = current_user`,
      ),
    );
    const [server] = rows;
    if (server && server.version < minServerVersion)
      throw new Error(`it is PostgreSQL ${server.name}, and 15 is the oldest supported version`);
    if (!server?.mayBootstrap)
      throw new Error(
        'its role is not a superuser, so roles and schemas cannot be created; for a Supabase project set SUPABASE_URL instead',
      );
  } catch (error) {
    throw new Error(`DATABASE_URL cannot be used: ${errorMessage(error)}.`, { cause: error });
  }
}
