import path from 'node:path';
import { type JSONWebKeySet } from 'jose';
import { type Pool } from 'pg';
import { type Fetcher } from '@masomo/gateway/backend';
import { createFunctionsService, type FunctionsRuntime } from './createFunctionsService.ts';
import { listenOnLoopback } from '../host/loopback.ts';
import { type DatabaseAccess } from './databaseFetch.ts';
import { startFunctionTimers } from '../schedules/functionSchedules.ts';

const productFunctions = path.resolve(import.meta.dirname, '../../../../supabase/functions');

type StartFunctions = {
  /** What the functions may call: services by the first part of their path (`rest`, `auth`, `storage`), behind the check of keys. */
  services: Record<string, Fetcher>;
  /** Where PostgREST listens, and the token that the secret key stands for there. */
  database: Pick<DatabaseAccess, 'tablesOrigin' | 'serviceRoleToken'>;
  secrets: { keys: { jwks: JSONWebKeySet }; publishableKey: string; secretKey: string };
  /** Address of the product, for links. */
  origin: string;
  /** Secrets and settings of the functions: mail, rates, payment providers. */
  settings: Record<string, string | undefined>;
  config: unknown;
  /** Connections that may read the outbox. */
  pool: Pool;
  log: (line: string) => void;
  runtime?: FunctionsRuntime;
  /** Folder of the functions; the product's unless a test has its own. */
  folder?: string;
};

/** Runs the project's edge functions on this machine, and the timers that hosted Supabase would have. */
export async function startFunctions({
  services,
  tables: database,
  secrets,
  origin,
  settings,
  config,
  pool,
  log,
  runtime = 'threads',
  folder = productFunctions,
}: StartFunctions): Promise<{ fetch: Fetcher; stop(): Promise<void> }> {
  const { publishableKey, secretKey, keys } = secrets;
  const loopback = await listenOnLoopback(services);
  const environment = {
    SUPABASE_URL: loopback.url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
    SUPABASE_JWKS: JSON.stringify(keys.jwks),
    SITE_URL: origin,
    ...Object.fromEntries(Object.entries(settings).flatMap(([name, value]) => (value ? [[name, value]] : []))),
  };
  const functions = createFunctionsService({
    folder,
    environment,
    database: { ...database, servicesUrl: loopback.url, publishableKey, secretKey },
    jwks: keys.jwks,
    config,
    runtime,
    log,
  });
  const stopTimers = startFunctionTimers({
    pool,
    functions: functions.fetch,
    secretKey,
    hasRates: Boolean(settings['FX_BASE_URL']),
    onError: (error) => log(`timers: ${error instanceof Error ? error.message : String(error)}`),
  });
  return {
    fetch: functions.fetch,
    async stop() {
      await stopTimers();
      await functions.end();
      await loopback.close();
    },
  };
}
