import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Backend, Fetcher } from '@masomo/gateway/backend';
import { authSettings, createAuthService } from '../auth/createAuthService.ts';
import { serviceRoleTokens, withApiKeys } from '../keys/apiKeys.ts';
import { createDevTools } from '../devTools/createDevTools.ts';
import type { FunctionsRuntime } from '../functions/createFunctionsService.ts';
import { startFunctions } from '../functions/startFunctions.ts';
import { startJobs } from '../jobs/startJobs.ts';
import { createOutboxMailer } from '../mail/mailer.ts';
import { startMail } from '../mail/startMail.ts';
import { openPool } from '../database/connections.ts';
import { openDatabase } from '../database/openDatabase.ts';
import type { LoginRole } from '../database/roles.ts';
import { restFetcher } from '../postgrest/restFetcher.ts';
import { startPostgrest } from '../postgrest/startPostgrest.ts';
import { hasDemonstrationAccounts } from '../production/demonstrationData.ts';
import { assertProductionSettings } from '../production/missingSettings.ts';
import { isPublicOrigin } from '../production/publicOrigin.ts';
import { prepareDatabase } from '../database/prepareDatabase.ts';
import { licenceSettings } from '../keys/licenceKeys.ts';
import { loadSecrets } from '../keys/secrets.ts';
import { startMeetings } from '../simulators/meetings/startMeetings.ts';
import { readerTool } from '../simulators/reader/readerPages.ts';
import { startPayments } from '../simulators/startPayments.ts';
import { startPush } from '../simulators/push/startPush.ts';
import { createStorageService } from '../storage/createStorageService.ts';
import { readSupabaseConfig } from './supabaseConfig.ts';
import { errorMessage } from '../host/errorCode.ts';

export type LocalBackendOptions = {
  dataDir: string;
  /**
   * Address of the product, used for links in mails and as the issuer of tokens. One that other machines reach makes this a
   * production installation.
   */
  origin: string;
  /** Whether to load the demo data into a new database. */
  shouldLoadDemo: boolean;
  demoPassword: string;
  /** Connection URL of an external PostgreSQL; the embedded one is started without it. */
  databaseUrl?: string | undefined;
  postgrestBin?: string | undefined;
  /** Mail server, exchange rates and other settings of the services and functions, by the names in the README. */
  environment?: Record<string, string | undefined>;
  /** Runtime of the edge functions. */
  functionsRuntime?: FunctionsRuntime;
  /** Whether requests are traced down to the SQL. */
  isTraced?: boolean;
  /** Receives one line per notable event. */
  log: (line: string) => void;
  /** Called when a part failed that cannot be restarted. */
  onFatal: (reason: string) => void;
};

export type LocalBackend = {
  backend: Backend;
  databaseUrl: string;
  /** File with that URL, which only the owner reads. */
  databaseUrlFile: string;
  publishableKey: string;
  secretKey: string;
  /** Whether the demo accounts exist. */
  hasDemoData: boolean;
  stop(): Promise<void>;
};

const reportDelayMs = 1_000;

/** Starts the backend of a single machine: database, migrations, PostgREST and the Supabase-compatible services. */
export async function startLocalBackend(options: LocalBackendOptions): Promise<LocalBackend> {
  const { dataDir, origin, onFatal, environment = process.env } = options;
  const isPublic = isPublicOrigin(origin);
  assertProductionSettings(origin, environment);
  let isShuttingDown = false;
  // When the database stops, every service reports errors; only the first reason is useful.
  const log = (line: string) => {
    if (!isShuttingDown) options.log(line);
  };
  mkdirSync(dataDir, { recursive: true });
  const [secrets, config] = await Promise.all([loadSecrets(dataDir), readSupabaseConfig()]);
  const closers: (() => unknown)[] = [];
  const stop = async () => {
    isShuttingDown = true;
    for (const close of closers.splice(0).reverse()) await close();
  };
  // A lost connection may be the first sign that the database stopped, so the report waits until that would be known.
  const reportDelayed = (service: string) => (error: unknown) => {
    setTimeout(() => log(`${service}: ${errorMessage(error)}`), reportDelayMs).unref();
  };
  try {
    const onExit = (reason: string) => {
      isShuttingDown = true;
      onFatal(`PostgreSQL ended: ${reason}`);
    };
    const database = await openDatabase({ dataDir, databaseUrl: options.databaseUrl, log, onExit });
    closers.push(() => database.stop());
    const { hasDemoData } = await prepareDatabase(database, {
      ...options,
      shouldLoadDemo: options.shouldLoadDemo && !isPublic,
      filesFolder: path.join(dataDir, 'files'),
    });
    if (isPublic && (await hasDemonstrationAccounts(database.url)))
      throw new Error(
        `${origin} is a public address, so the product does not start: the demonstration accounts are in the database, and everybody knows their password. Remove them under Settings on this machine first, or use another DATA_DIR.`,
      );
    const poolFor = (role: LoginRole, service: string) => {
      const pool = openPool({ connectionString: database.urlAs(role), max: 5 }, reportDelayed(service));
      closers.push(() => pool.end());
      return pool;
    };

    const postgrest = await startPostgrest({
      url: database.urlAs('authenticator'),
      jwks: secrets.keys.jwks,
      pidFile: path.join(dataDir, 'postgrest.pid'),
      bin: options.postgrestBin,
      isTraced: options.isTraced,
      log,
    });
    closers.push(() => postgrest.stop());
    const mail = await startMail({ dataDir, environment, isPublic, log });
    closers.push(() => mail.stop());
    const authPool = poolFor('supabase_auth_admin', 'auth service');
    const auth = createAuthService({
      pool: authPool,
      keys: secrets.keys,
      mailer: mail.isOn ? createOutboxMailer(authPool) : mail.mailer,
      sendsMail: mail.isOn,
      origin,
      settings: authSettings(config),
      onError: reportDelayed('auth service'),
    });
    const storage = createStorageService({
      pool: poolFor('supabase_storage_admin', 'storage service'),
      keys: secrets.keys,
      folder: path.join(dataDir, 'files'),
      // Every bucket has a limit of its own; that of exports is the largest.
      maxFileBytes: 20 * 1024 ** 3,
      clamd: environment['CLAMD_SOCKET'],
      onError: reportDelayed('storage service'),
    });
    void storage.removeOrphanedFiles().catch(reportDelayed('storage service'));

    const urlFile = path.join(dataDir, 'database.url');
    writeFileSync(urlFile, `${database.url}\n`, { mode: 0o600 });
    chmodSync(urlFile, 0o600);
    const serviceRoleToken = serviceRoleTokens(secrets.keys);
    const withKeys = (service: Fetcher) => withApiKeys({ ...secrets, serviceRoleToken }, service);
    const services = { rest: withKeys(restFetcher(() => postgrest.origin)), auth: withKeys(auth), storage: withKeys(storage.fetch) };
    const payments = await startPayments({ dataDir, origin, secret: secrets.secretKey, environment, isPublic });
    closers.push(() => payments.stop());
    const meetings = await startMeetings({ dataDir, origin, secret: secrets.secretKey, environment, isPublic });
    closers.push(() => meetings.stop());
    const push = startPush({ dataDir, origin, keys: secrets.pushKeys, environment, isPublic });
    const functions = await startFunctions({
      services,
      secrets,
      database: { postgrestOrigin: () => postgrest.origin, serviceRoleToken },
      origin,
      config,
      log,
      runtime: options.functionsRuntime ?? 'threads',
      settings: {
        ...mail.settings,
        ...payments.settings,
        ...meetings.settings,
        ...(await licenceSettings(dataDir, environment)),
        FX_BASE_URL: environment['FX_BASE_URL'],
        TICKET_MAIL_ADDRESS: environment['TICKET_MAIL_ADDRESS'],
        TICKET_MAIL_SECRET: environment['TICKET_MAIL_SECRET'],
      },
    });
    closers.push(() => functions.stop());
    const jobs = startJobs({
      environment: { ...functions.environment, ...push.settings, DATABASE_URL: database.urlAs('postgres') },
      // A lost connection may be the first sign that the database stopped.
      log: (line) => void setTimeout(() => log(line), reportDelayMs).unref(),
    });
    closers.push(() => jobs.stop());
    const backend: Backend = {
      ...services,
      rest: jobs.waking(services.rest),
      functions: jobs.waking(withKeys(functions.fetch)),
      ...(isPublic
        ? {}
        : {
            local: createDevTools({
              mailbox: mail.mailbox,
              more: [...payments.devTools, ...meetings.devTools, ...push.devTools, readerTool(origin)],
            }),
          }),
      health: async () => ({
        database: await authPool.query('select 1').then(
          () => 'ok',
          (error: Error) => error.message,
        ),
        rest: await postgrest.health(),
      }),
    };
    return {
      backend,
      databaseUrl: database.url,
      databaseUrlFile: urlFile,
      publishableKey: secrets.publishableKey,
      secretKey: secrets.secretKey,
      hasDemoData,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
