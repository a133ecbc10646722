import path from 'node:path';
import { type JSONWebKeySet } from 'jose';
import { type Fetcher } from '@masomo/gateway/backend';
import { createFunctionsService, type FunctionsRuntime } from './createFunctionsService.ts';
import { listenOnLoopback } from '../host/loopback.ts';
import { type DatabaseAccess } from './databaseFetch.ts';

const productFunctions = path.resolve(import.meta.dirname, '../../../../supabase/functions');

type StartFunctions = {
  /** Services that functions may call, by the first segment of their path (`rest`, `auth`, `storage`), behind the API key check. */
  services: Record<string, Fetcher>;
  /** Current base URL of PostgREST, and the token that replaces the secret key there. */
  database: Pick<DatabaseAccess, 'postgrestOrigin' | 'serviceRoleToken'>;
  secrets: { keys: { jwks: JSONWebKeySet }; publishableKey: string; secretKey: string };
  /** Public address of the product, for links. */
  origin: string;
  /** Settings and secrets of the functions: mail, exchange rates, payment providers. */
  settings: Record<string, string | undefined>;
  config: unknown;
  log: (line: string) => void;
  runtime?: FunctionsRuntime;
  /** Folder of the functions. Default: the product's. */
  folder?: string;
};

/** Starts the edge functions on this machine. */
export async function startFunctions({
  services,
  database,
  secrets,
  origin,
  settings,
  config,
  log,
  runtime = 'threads',
  folder = productFunctions,
}: StartFunctions): Promise<{ fetch: Fetcher; environment: Record<string, string>; stop(): Promise<void> }> {
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
  return {
    fetch: functions.fetch,
    environment,
    async stop() {
      await functions.stop();
      await loopback.close();
    },
  };
}
