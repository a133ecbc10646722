import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { Backend, Fetcher } from '@masomo/gateway/backend';
import { createAuthService } from './auth/index.ts';
import { withApiKeys } from './apiKeys.ts';
import { createSmtpMailer } from './mail/mailer.ts';
import { applyMigrations, bootstrap, startPostgres, urlFor } from './postgres/index.ts';
import { applySeeds } from './postgres/seed.ts';
import { restFetcher } from './postgrest/restFetcher.ts';
import { startPostgrest } from './postgrest/startPostgrest.ts';
import { loadSecrets } from './secrets.ts';

const supabase = path.resolve(import.meta.dirname, '../../../supabase');

export type LocalBackendOptions = {
  dataDir: string;
  /** Address people use, for links in mails and the issuer of tokens. */
  origin: string;
  /** Load the demonstration data set into a database that has none. */
  demo: boolean;
  demoPassword: string;
  postgrestBin?: string | undefined;
  /** One line per thing worth telling. */
  log: (line: string) => void;
  /** Called when a part ended that cannot be started again. */
  onFatal: (reason: string) => void;
};

export type LocalBackend = { backend: Backend; databaseUrl: string; publishableKey: string; secretKey: string; stop(): Promise<void> };

/** Starts the embedded backend of one machine: database, migrations, PostgREST and the services in front of them. */
export async function startLocalBackend(options: LocalBackendOptions): Promise<LocalBackend> {
  const { dataDir, origin, demo, demoPassword, postgrestBin, log, onFatal } = options;
  mkdirSync(dataDir, { recursive: true });
  const secrets = await loadSecrets(dataDir);
  const closing: (() => Promise<unknown> | unknown)[] = [];
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const postgres = await startPostgres({ dataDir, log, onExit: (reason) => onFatal(`PostgreSQL ended: ${reason}`) });
    closing.push(() => postgres.stop());
    await bootstrap(postgres.adminUrl, postgres.password);
    const migrations = await applyMigrations(postgres.url, path.join(supabase, 'migrations'));
    if (migrations.length > 0) log(`${migrations.length} migrations applied`);
    const seeds = { adminUrl: postgres.adminUrl, url: postgres.url, folder: path.join(supabase, 'seed'), demoPassword };
    const seeded = [...await applySeeds({ ...seeds, prefix: '01_' }), ...(demo ? await applySeeds({ ...seeds, prefix: '02_' }) : [])];
    if (seeded.length > 0) log(`${seeded.length} seed files loaded`);

    const postgrest = await startPostgrest({ url: urlFor(postgres.url, { role: 'authenticator' }), jwks: secrets.keys.jwks, pidFile: path.join(dataDir, 'postgrest.pid'), bin: postgrestBin, log });
    closing.push(() => postgrest.stop());
    const authPool = new pg.Pool({ connectionString: urlFor(postgres.url, { role: 'supabase_auth_admin' }), max: 5 });
    authPool.on('error', (error) => log(`auth service: ${error.message}`));
    closing.push(() => authPool.end());
    const mailer = createSmtpMailer({ url: 'smtp://127.0.0.1:1025', from: 'Masomo <no-reply@masomo.test>' });
    closing.push(() => mailer.close());

    const file = path.join(dataDir, 'database.url');
    writeFileSync(file, `${postgres.url}\n`, { mode: 0o600 });
    chmodSync(file, 0o600);
    const keyed = (service: Fetcher) => withApiKeys(secrets, service);
    const missing: Fetcher = () => Response.json({ message: 'This service is not available here.' }, { status: 501 });
    const backend: Backend = {
      rest: keyed(restFetcher(postgrest.origin)),
      auth: keyed(createAuthService({ pool: authPool, keys: secrets.keys, mailer, origin, onError: (error) => log(`auth service: ${error instanceof Error ? error.message : String(error)}`) })),
      storage: missing,
      functions: missing,
      health: async () => ({
        database: await authPool.query('select 1').then(() => 'ok', (error: Error) => error.message),
        rest: await postgrest.health(),
      }),
    };
    return { backend, databaseUrl: postgres.url, publishableKey: secrets.publishableKey, secretKey: secrets.secretKey, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
