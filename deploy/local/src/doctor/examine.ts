import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { withClient } from '../database/connections.ts';
import { withLocalDatabase } from '../database/withLocalDatabase.ts';
import { missingSettings } from '../production/missingSettings.ts';
import { isPublicOrigin } from '../production/publicOrigin.ts';
import { findingsOf, reportSchema, type Finding } from './findings.ts';
import { serverFindings } from './serverFindings.ts';

const migrationsFolder = path.resolve(import.meta.dirname, '../../../../supabase/migrations');

type CommonOptions = { environment: Record<string, string | undefined> };
export type LocalInstallation = CommonOptions & {
  dataDir: string;
  /** Address of the product. */
  origin: string;
  databaseUrl?: string | undefined;
  log: (line: string) => void;
};
export type HostedInstallation = CommonOptions & { url: string; publishableKey: string; secretKey: string };

async function localMigrations(): Promise<string[]> {
  return (await readdir(migrationsFolder)).flatMap((name) => /^(\d+)_.+\.sql$/.exec(name)?.[1] ?? []).sort();
}

async function findingsFor(
  response: unknown,
  measuredAt: Date,
  environment: CommonOptions['environment'],
  where: { isHosted: boolean; isPublic: boolean },
): Promise<Finding[]> {
  return findingsOf({
    report: reportSchema.parse(response),
    migrations: await localMigrations(),
    environment,
    ...where,
    measuredAt,
  });
}

/** Runs a request and returns the time halfway through it, so that latency is not mistaken for clock skew. */
async function timed<T>(request: () => Promise<T>): Promise<{ response: T; measuredAt: Date }> {
  const before = Date.now();
  const response = await request();
  return { response, measuredAt: new Date((before + Date.now()) / 2) };
}

/** Checks a local installation, whether the product is running or not. */
export async function examineLocal({ environment, origin, ...where }: LocalInstallation): Promise<Finding[]> {
  return withLocalDatabase(where, (urlAs) =>
    withClient(urlAs('postgres'), async (client) => {
      const known = await client.query<{ known: boolean }>("select to_regproc('public.installation_report') is not null as known");
      if (!known.rows[0]?.known) return [missingMigrations('Start the product: it applies them.')];
      const { response, measuredAt } = await timed(() =>
        client.query<{ report: unknown }>('select public.installation_report() as report'),
      );
      return [
        ...(await findingsFor(response.rows[0]?.report, measuredAt, environment, { isHosted: false, isPublic: isPublicOrigin(origin) })),
        ...modeFindings(origin, environment),
        ...(await serverFindings(client, where.databaseUrl === undefined)),
      ];
    }),
  );
}

/** What the address of a local installation means. */
function modeFindings(origin: string, environment: CommonOptions['environment']): Finding[] {
  if (!isPublicOrigin(origin))
    return [
      {
        level: 'note',
        what: 'This installation is for this machine only: anybody who reaches it reads every mail and simulates payments.',
        remedy: 'Set PUBLIC_ORIGIN to the public address, such as https://school.example, before others use it.',
      },
    ];
  return missingSettings(origin, environment).map((what) => ({
    level: 'wrong',
    what: `${what}.`,
    remedy: 'The product does not start with a public address until this is done.',
  }));
}

/** Checks a Supabase project with its keys. */
export async function examineHosted({ url, publishableKey, secretKey, environment }: HostedInstallation): Promise<Finding[]> {
  const client = (key: string) =>
    createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } });
  const {
    response: { data, error, status },
    measuredAt,
  } = await timed(async () => client(secretKey).rpc('installation_report'));
  if (error) return [refusalFinding(url, status, error)];
  return [
    ...(await findingsFor(data, measuredAt, environment, { isHosted: true, isPublic: true })),
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
  return {
    level: 'wrong',
    what: `${url} does not respond: ${message}.`,
    remedy: 'Check SUPABASE_URL, and that the project is not paused.',
  };
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
            remedy: 'Set the publishable key there, and replace the secret key, which must be considered leaked.',
          },
        ]),
  ];
}

async function authFindings(url: string, publishableKey: string): Promise<Finding[]> {
  const response = await fetch(new URL('/auth/v1/settings', url), { headers: { apikey: publishableKey } }).catch(() => null);
  const settings: unknown = response?.ok ? await response.json().catch(() => null) : null;
  if (typeof settings !== 'object' || settings === null || !('disable_signup' in settings))
    return [
      { level: 'wrong', what: 'Auth does not return its settings.', remedy: 'Check SUPABASE_PUBLISHABLE_KEY, and that Auth is running.' },
    ];
  return settings.disable_signup === true
    ? []
    : [
        {
          level: 'wrong',
          what: 'Anyone can sign up.',
          remedy: 'Run: supabase config push (supabase/config.toml disables it).',
        },
      ];
}
