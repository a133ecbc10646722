import { describe, expect, it } from 'vitest';
import { buckets, findingsOf, type InstallationReport, type CheckInput } from './findings.ts';

const now = new Date('2026-11-21T09:00:00Z');
const healthy: InstallationReport = {
  now: '2026-11-21T09:00:02.5+00:00',
  postgres: 150_008,
  migrations: ['1', '2'],
  worker_seen_at: now.toISOString(),
  keeps_command_keys: true,
  tables_without_row_security: [],
  tables_open_to_visitors: [],
  buckets: { ...buckets },
  super_admins: 1,
  has_demonstration_data: false,
  wrong_sums: 0,
  failing_jobs: [],
  mails: { sent: 4, failed: 0, overdue: 0, last_error: null },
};
const configured = {
  SMTP_URL: 'smtps://mail.test',
  MAIL_FROM: 'no-reply@school.test',
  PAYSTACK_BASE_URL: 'https://pay.test',
  PAYSTACK_SECRET_KEY: 'x',
};
const input = (report: Partial<InstallationReport> = {}, more: Partial<CheckInput> = {}): CheckInput => ({
  report: { ...healthy, ...report },
  migrations: ['1', '2'],
  environment: configured,
  isHosted: true,
  isPublic: true,
  measuredAt: now,
  ...more,
});
const found = (of: CheckInput) => findingsOf(of).map(({ level, what }) => `${level}: ${what}`);

describe('the check', () => {
  it('finds nothing in a healthy project', () => expect(findingsOf(input())).toEqual([]));

  it.each<[string, CheckInput, RegExp]>([
    ['an old PostgreSQL', input({ postgres: 140_011 }), /^wrong: PostgreSQL 14 is too old/],
    ['a project that keeps no keys of commands', input({ keeps_command_keys: false }), /^wrong: The keys of commands are not kept/],
    ['a migration that is missing', input({ migrations: ['1'] }), /^wrong: 1 migrations of this version are not applied: 2\./],
    [
      'a database ahead of the product',
      input({ migrations: ['1', '2', '3'] }),
      /^wrong: The database is ahead of this version: it has 3\./,
    ],
    [
      'row-level security disabled',
      input({ tables_without_row_security: ['public.students'] }),
      /^wrong: Row-level security is disabled on public\.students/,
    ],
    [
      'a table that visitors can write',
      input({ tables_open_to_visitors: ['public.plans'] }),
      /^wrong: Visitors can write to public\.plans/,
    ],
    [
      'a bucket public by mistake',
      input({ buckets: { ...healthy.buckets, 'school-documents': true } }),
      /^wrong: The bucket school-documents is public/,
    ],
    ['an unknown public bucket', input({ buckets: { ...healthy.buckets, scans: true } }), /^wrong: The bucket scans is public/],
    ['a private media bucket', input({ buckets: { ...healthy.buckets, 'cms-media': null } }), /^wrong: The bucket cms-media is not public/],
    ...Object.keys(buckets).map((name): [string, CheckInput, RegExp] => {
      const { [name]: _, ...others } = buckets;
      return [`without the bucket ${name}`, input({ buckets: others }), new RegExp(`^wrong: The bucket ${name} is missing`)];
    }),
    ['no super admin', input({ super_admins: 0 }), /^wrong: There is no super admin/],
    ['demo accounts', input({ has_demonstration_data: true }), /^wrong: The demo data is loaded/],
    ['sums that went wrong', input({ wrong_sums: 3 }), /^wrong: 3 stored sums are not what they are computed from/],
    [
      'a job that fails',
      input({ failing_jobs: [{ job: 'prices', subject: '7', reason: 'no such price', failures: 2 }] }),
      /^wrong: The job prices 7 failed 2 times: no such price/,
    ],
    ['no mail server', input({}, { environment: { ...configured, SMTP_URL: '' } }), /^wrong: No mail server is configured/],
    ['no sender', input({}, { environment: { ...configured, MAIL_FROM: undefined } }), /^wrong: MAIL_FROM is not set/],
    [
      'failed mails',
      input({ mails: { sent: 0, failed: 3, overdue: 0, last_error: '535 wrong password' } }),
      /^wrong: 3 mails .* failed permanently: 535 wrong password/,
    ],
    ['overdue mails', input({ mails: { sent: 0, failed: 0, overdue: 5, last_error: null } }), /^wrong: 5 mails have been waiting/],
    [
      'a missing secret',
      input(
        {},
        {
          environment: { ...configured, DARAJA_CONSUMER_KEY: 'k', DARAJA_CONSUMER_SECRET: 's', DARAJA_SHORTCODE: '1', DARAJA_PASSKEY: 'p' },
        },
      ),
      /^wrong: M-Pesa is partly configured: DARAJA_CALLBACK_TOKEN is missing/,
    ],
    ['no way to pay at once', input({}, { environment: { SMTP_URL: 'x', MAIL_FROM: 'y' } }), /^note: Neither M-Pesa nor cards/],
    ['no worker', input({ worker_seen_at: null }), /^wrong: No worker runs/],
    ['a clock that is behind', input({ now: '2026-11-21T08:58:00+00:00' }), /^wrong: The database's clock is 120 seconds behind/],
    ['a clock that is ahead', input({ now: '2026-11-21T09:02:00+00:00' }), /^wrong: The database's clock is 120 seconds ahead/],
  ])('finds %s, and only that, with a remedy', (_what, of, line) => {
    expect(found(of)).toEqual([expect.stringMatching(line)]);
    expect(findingsOf(of)[0]!.remedy).toMatch(/^[A-Z].{15,}/);
  });

  it('accepts the mailbox, the demo data and the built-in schedule of a local installation', () => {
    const local = input(
      { has_demonstration_data: true, worker_seen_at: null, keeps_command_keys: false },
      { isHosted: false, isPublic: false, environment: {} },
    );
    expect(found(local)).toEqual([
      expect.stringMatching(/^note: The demo data/),
      expect.stringMatching(/^note: Mail stays in the local mailbox/),
    ]);
  });
});
