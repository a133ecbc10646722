import { z } from 'zod';
import { hasCards, hasMailServer, hasMpesa, incompleteGroups } from '../production/settingGroups.ts';

/** Result of the database function `installation_report()`. */
export const reportSchema = z.object({
  now: z.iso.datetime({ offset: true }),
  postgres: z.int(),
  migrations: z.array(z.string()),
  /** When a worker was seen last. Missing in a database whose migrations are older. */
  worker_seen_at: z.iso.datetime({ offset: true }).nullable().default(null),
  /** Missing in a database whose migrations are older than the keys. */
  keeps_command_keys: z.boolean().default(false),
  tables_without_row_security: z.array(z.string()),
  tables_open_to_visitors: z.array(z.string()),
  buckets: z.record(z.string(), z.boolean().nullable()),
  super_admins: z.int(),
  has_demonstration_data: z.boolean(),
  /** Missing in a database whose migrations are older than the sums. */
  wrong_sums: z.int().default(0),
  /** What scheduled work could not do. Missing in a database whose migrations are older. */
  failing_jobs: z.array(z.object({ job: z.string(), subject: z.string(), reason: z.string(), failures: z.int() })).default([]),
  mails: z.object({ sent: z.int(), failed: z.int(), overdue: z.int(), last_error: z.string().nullable() }),
});
export type InstallationReport = z.infer<typeof reportSchema>;

export type CheckInput = {
  report: InstallationReport;
  /** Versions of the migrations in this version of the product. */
  migrations: readonly string[];
  environment: Record<string, string | undefined>;
  /** Whether it is a hosted project, which needs its own schedules. */
  isHosted: boolean;
  /** Whether people reach it from other machines: every hosted project, and a local installation with a public address. */
  isPublic: boolean;
  /** This machine's clock halfway through the request. */
  measuredAt: Date;
};

/** One finding of the check: `wrong` makes the command exit with status 1, `note` is informational. */
export type Finding = { level: 'wrong' | 'note'; what: string; remedy: string };

/** The product's buckets and whether they are public, as the migrations create them. */
export const buckets: Readonly<Record<string, boolean>> = {
  'assignment-files': false,
  'cms-media': true,
  'import-files': false,
  'job-files': false,
  'school-documents': false,
  'school-exports': false,
};
const maxClockSkewSeconds = 30;
const maxWorkerSilenceMs = 300_000;
const minServerVersion = 150_000;

const wrong = (what: string, remedy: string): Finding => ({ level: 'wrong', what, remedy });
const note = (what: string, remedy: string): Finding => ({ level: 'note', what, remedy });
const summarize = (names: readonly string[]) =>
  names.length > 4 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more` : names.join(', ');

/** Finds what is missing or insecure in an installation, each with a remedy. */
export function findingsOf(input: CheckInput): Finding[] {
  return [
    ...schemaFindings(input),
    ...bucketFindings(input),
    ...peopleFindings(input),
    ...mailFindings(input),
    ...configurationFindings(input),
    ...clockFindings(input),
  ];
}

function schemaFindings({ report, migrations, isHosted }: CheckInput): Finding[] {
  const missing = migrations.filter((version) => !report.migrations.includes(version));
  const unknown = report.migrations.filter((version) => !migrations.includes(version));
  const apply = isHosted ? 'Run: supabase db push' : 'Start the product: it applies them.';
  return [
    ...(report.postgres < minServerVersion
      ? [wrong(`PostgreSQL ${Math.floor(report.postgres / 10_000)} is too old.`, 'Upgrade it to 15 or newer.')]
      : []),
    ...(missing.length > 0 ? [wrong(`${missing.length} migrations of this version are not applied: ${summarize(missing)}.`, apply)] : []),
    ...(unknown.length > 0
      ? [
          wrong(
            `The database is ahead of this version: it has ${summarize(unknown)}.`,
            'Install the version of the product that these migrations belong to.',
          ),
        ]
      : []),
    ...report.tables_without_row_security.map((table) =>
      wrong(
        `Row-level security is disabled on ${table}: every role with a grant reads all of it.`,
        `Run as its owner: alter table ${table} enable row level security;`,
      ),
    ),
    ...report.tables_open_to_visitors.map((table) =>
      wrong(`Visitors can write to ${table}.`, `Run as its owner: revoke insert, update, delete, truncate on ${table} from anon;`),
    ),
    // A local installation starts its own PostgREST with it.
    ...(isHosted && missing.length === 0 && !report.keeps_command_keys
      ? [
          wrong(
            'The keys of commands are not kept: a page whose answer was lost cannot say whether something was done.',
            "Run: alter role authenticator set pgrst.db_pre_request = 'private.before_request'; notify pgrst, 'reload config';",
          ),
        ]
      : []),
  ];
}

function bucketFindings({ report }: CheckInput): Finding[] {
  const names = [...new Set([...Object.keys(buckets), ...Object.keys(report.buckets)])];
  return names.flatMap((name) => {
    const isPublic = report.buckets[name];
    const shouldBePublic = buckets[name];
    if (isPublic === undefined)
      return [
        wrong(
          `The bucket ${name} is missing, so its files cannot be stored.`,
          `Create it: insert into storage.buckets (id, name, public) values ('${name}', '${name}', ${String(shouldBePublic)});`,
        ),
      ];
    if (isPublic && !shouldBePublic)
      return [
        wrong(
          `The bucket ${name} is public: anyone with a link can read the file.`,
          `Run: update storage.buckets set public = false where id = '${name}';`,
        ),
      ];
    if (!isPublic && shouldBePublic)
      return [
        wrong(
          `The bucket ${name} is not public, so the site shows no images.`,
          `Run: update storage.buckets set public = true where id = '${name}';`,
        ),
      ];
    return [];
  });
}

function peopleFindings({ report, isPublic }: CheckInput): Finding[] {
  return [
    ...(report.super_admins === 0
      ? [
          wrong(
            'There is no super admin, so nobody can manage the site, the store or the schools.',
            'Run: npm run account -- create-super-admin <email>',
          ),
        ]
      : []),
    ...(report.wrong_sums > 0
      ? [
          wrong(
            `${report.wrong_sums} stored sums are not what they are computed from.`,
            'Read private.sum_checks, then run: select private.recount_sums();',
          ),
        ]
      : []),
    ...report.failing_jobs.map(({ job, subject, reason, failures }) =>
      wrong(
        `The job ${[job, subject].filter(Boolean).join(' ')} failed ${failures} times: ${reason}`,
        'It is tried again at least once an hour. Settle the reason.',
      ),
    ),
    ...(report.has_demonstration_data
      ? [
          (isPublic ? wrong : note)(
            'The demo data is loaded, with accounts whose password is public.',
            'Remove it in the dashboard before this installation goes live.',
          ),
        ]
      : []),
  ];
}

function mailFindings({ report: { mails }, environment, isHosted, isPublic }: CheckInput): Finding[] {
  const isConfigured = hasMailServer(environment);
  const remedy = 'Set SMTP_URL (or RESEND_API_KEY) and MAIL_FROM for the functions, and the same server in the settings of Auth.';
  return [
    ...(isConfigured
      ? []
      : [
          (isPublic ? wrong : note)(
            isPublic
              ? 'No mail server is configured here (SMTP_URL or RESEND_API_KEY).'
              : 'Mail stays in the local mailbox: no SMTP_URL or RESEND_API_KEY is set.',
            remedy,
          ),
        ]),
    ...(isConfigured && !environment['MAIL_FROM']
      ? [
          wrong(
            'MAIL_FROM is not set, so mails are sent from an address that is not yours.',
            'Set it to an address that your mail server may send from.',
          ),
        ]
      : []),
    ...(mails.failed > 0
      ? [
          wrong(
            `${mails.failed} mails of the last seven days failed permanently${mails.last_error ? `: ${mails.last_error}` : ''}.`,
            'Fix what the mail server reports, then resend them in the dashboard.',
          ),
        ]
      : []),
    ...(mails.overdue > 0
      ? [
          wrong(
            `${mails.overdue} mails have been waiting for more than 15 minutes.`,
            isHosted
              ? 'Start a worker (npm run worker) with SMTP_URL or RESEND_API_KEY, and read its log.'
              : 'Start the product, or read what it logs.',
          ),
        ]
      : []),
  ];
}

function configurationFindings({ environment, isHosted, isPublic, report, measuredAt }: CheckInput): Finding[] {
  const incomplete = incompleteGroups(environment).map(({ purpose, missing }) =>
    wrong(
      `${purpose} is partly configured: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
      'Set what is missing, or unset the rest.',
    ),
  );
  const withoutPayments =
    isPublic && !hasMpesa(environment) && !hasCards(environment)
      ? [
          note(
            'Neither M-Pesa nor cards are configured here: the store takes bank transfers only.',
            'Set the secrets listed in the README if the store should accept them.',
          ),
        ]
      : [];
  const seenAt = report.worker_seen_at;
  const withoutWorker =
    isHosted && (seenAt === null || measuredAt.getTime() - Date.parse(seenAt) > maxWorkerSilenceMs)
      ? [
          wrong(
            `No worker runs${seenAt === null ? '' : ` since ${seenAt}`}: mails, exports, reminders and deletions wait.`,
            'Start one beside the database: npm run worker, with DATABASE_URL.',
          ),
        ]
      : [];
  return [...incomplete, ...withoutPayments, ...withoutWorker];
}

function clockFindings({ report, measuredAt: measuredAt }: CheckInput): Finding[] {
  const seconds = Math.round((Date.parse(report.now) - measuredAt.getTime()) / 1000);
  if (Math.abs(seconds) <= maxClockSkewSeconds) return [];
  return [
    wrong(
      `The database's clock is ${Math.abs(seconds)} seconds ${seconds > 0 ? 'ahead of' : 'behind'} this machine's: sessions and one-time codes fail.`,
      'Synchronize both clocks with NTP.',
    ),
  ];
}
