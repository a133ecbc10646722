import type { Backend } from '@masomo/gateway';
import { hostedBackend, startLocalBackend } from '@masomo/local';
import { waysThatAreOff } from '@masomo/local/production/missingSettings';
import type { Environment } from '../process/readEnvironment.ts';

type RunningBackend = {
  backend: Backend;
  publishableKey: string;
  /** Whether it has the developer tools under `/_local/`. */
  hasDevTools: boolean;
  /** Lines to print once the product is ready. */
  notes: string[];
  stop(): Promise<void>;
};

type Options = {
  environment: Environment;
  dataDir: string;
  origin: string;
  demo: boolean;
  log: (line: string) => void;
  onFatal: (reason: string) => void;
};

/** Starts the embedded backend, or connects to the Supabase project that the environment names. */
export async function startBackend({ environment, dataDir, origin, demo, log, onFatal }: Options): Promise<RunningBackend> {
  const {
    SUPABASE_URL,
    SUPABASE_PUBLISHABLE_KEY,
    DATABASE_URL,
    POSTGREST_BIN,
    FUNCTIONS_RUNTIME,
    DEMO_PASSWORD,
    OTEL_EXPORTER_OTLP_ENDPOINT,
  } = environment;
  if (SUPABASE_URL !== undefined && SUPABASE_PUBLISHABLE_KEY !== undefined) {
    const backend = hostedBackend(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY);
    const notes = [`backend   ${SUPABASE_URL}`];
    return { backend, publishableKey: SUPABASE_PUBLISHABLE_KEY, hasDevTools: false, notes, stop: () => Promise.resolve() };
  }
  const local = await startLocalBackend({
    dataDir,
    origin,
    shouldLoadDemo: demo,
    demoPassword: DEMO_PASSWORD,
    databaseUrl: DATABASE_URL,
    postgrestBin: POSTGREST_BIN,
    functionsRuntime: FUNCTIONS_RUNTIME,
    isTraced: OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    log,
    onFatal,
  });
  const hasDevTools = local.backend.local !== undefined;
  const notes = [`database  psql "$(cat ${local.databaseUrlFile})"`];
  if (hasDevTools) notes.push(`mailbox   ${origin}/_local/mailbox`);
  else notes.push(...waysThatAreOff(origin, process.env).map((line) => `off       ${line}`));
  if (local.hasDemoData)
    notes.push(
      `sign in   superadmin@masomo.test, {admin,teacher,staff,parent,student}@greenfield.test, {admin,teacher}@lakeside.test, bursar@dunga.test; password ${DEMO_PASSWORD}`,
    );
  return { backend: local.backend, publishableKey: local.publishableKey, hasDevTools, notes, stop: () => local.stop() };
}
