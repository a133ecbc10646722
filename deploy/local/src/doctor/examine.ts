import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import pg from 'pg';
import { withLocalDatabase } from '../database/withLocalDatabase.ts';
import { findingsOf, reportSchema, type Finding } from './findings.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../../supabase/migrations');

type CommonOptions = { environment: Record<string, string | undefined> };
export type LocalInstallation = CommonOptions & { dataDir: string; databaseUrl?: string | undefined; log: (line: string) => void };
export type HostedInstallation = CommonOptions & { url: string; publishableKey: string; secretKey: string };

async function localMigrations(): Promise<string[]> {
  return (await readdir(migrationsFolder)).flatMap((name) => /^(\d+)_.+\.sql$/.exec(name)?.[1] ?? []).sort();
}

async function findingsFor(
  answer: unknown,
  askedAt: Date,
  environment: CommonOptions['environment'],
  isHosted: boolean,
): Promise<Finding[]> {
  return findingsOf({
    report: reportSchema.parse(answer),
    migrations: await localMigrations(),
    environment,
    isHosted,
    measuredAt: askedAt,
  });
}

/** Half the way of an answer, so that a slow line is not taken for a slow clock. */
async function timed<T>(ask: () => Promise<T>): Promise<{ answer: T; askedAt: Date }> {
  const before = Date.now();
  const answer = await ask();
  return { answer, askedAt: new Date((before + Date.now()) / 2) };
}

/** Checks an installation of this machine, whether the product runs there or not. */
export async function examineLocal({ environment, ...where }: LocalInstallation): Promise<Finding[]> {
  return withLocalDatabase(where, async (urlAs) => {
    const client = new pg.Client({ connectionString: urlAs('postgres') });
    await client.connect();
    try {
      const known = await client.query<{ known: boolean }>("select to_regproc('public.installation_report') is not null as known");
      if (!known.rows[0]?.known) return [missingMigrations('Start the product: it applies them.')];
      const { answer, askedAt } = await timed(() => client.query<{ report: unknown }>('select public.installation_report() as report'));
      return await findingsFor(answer.rows[0]?.report, askedAt, environment, false);
    } finally {
      await client.end();
    }
  });
}

/** Checks a Supabase project with its keys. */
export async function examineHosted({ url, publishableKey, secretKey, environment }: HostedInstallation): Promise<Finding[]> {
  const client = (key: string) =>
    createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } });
  const {
    answer: { data, error, status },
    askedAt,
  } = await timed(async () => client(secretKey).rpc('installation_report'));
  if (error) return [refusalFinding(url, status, error)];
  return [
    ...(await findingsFor(data, askedAt, environment, true)),
    ...(await visitorFindings(client(publishableKey))),
    ...(await authFindings(url, publishableKey)),
  ];
}

const missingMigrations = (remedy: string): Finding => ({
  level: 'wrong',
  what: 'The migrations of this version are not applied.',
  remedy,
});

function refusalFinding(url: string, status: number, { code, message }: { code: string; message: string }): Finding {
  if (code === 'PGRST202') return missingMigrations('Run: supabase db push');
  if (status === 401 || status === 403 || code === '42501')
    return {
      level: 'wrong',
      what: `The project refuses SUPABASE_SECRET_KEY: ${message}.`,
      remedy: "Copy the secret key (sb_secret_…) from the project's API settings.",
    };
  return { level: 'wrong', what: `${url} does not answer: ${message}.`, remedy: 'Check SUPABASE_URL, and that the project is not paused.' };
}

async function visitorFindings(visitor: SupabaseClient): Promise<Finding[]> {
  const reading = await visitor.from('plans').select('id').limit(1);
  const closed = await visitor.rpc('installation_report');
  return [
    ...(reading.error
      ? [
          {
            level: 'wrong' as const,
            what: `Visitors cannot read the price list: ${reading.error.message}.`,
            remedy: "Copy the publishable key (sb_publishable_…) from the project's API settings into SUPABASE_PUBLISHABLE_KEY.",
          },
        ]
      : []),
    ...(closed.error
      ? []
      : [
          {
            level: 'wrong' as const,
            what: 'SUPABASE_PUBLISHABLE_KEY is a secret key: it would be sent to every browser.',
            remedy: 'Set the publishable key there, and replace the secret key, which is no longer one.',
          },
        ]),
  ];
}

async function authFindings(url: string, publishableKey: string): Promise<Finding[]> {
  const answer = await fetch(new URL('/auth/v1/settings', url), { headers: { apikey: publishableKey } }).catch(() => null);
  const settings: unknown = answer?.ok ? await answer.json().catch(() => null) : null;
  if (typeof settings !== 'object' || settings === null || !('disable_signup' in settings))
    return [{ level: 'wrong', what: 'Auth does not tell its settings.', remedy: 'Check SUPABASE_PUBLISHABLE_KEY, and that Auth runs.' }];
  return settings.disable_signup === true
    ? []
    : [
        {
          level: 'wrong',
          what: 'Anybody may sign up by themselves.',
          remedy: 'Run: supabase config push (supabase/config.toml turns it off).',
        },
      ];
}
