import { type Pool } from 'pg';
import { type Fetcher } from '@masomo/gateway/backend';
import { scheduleTask } from './scheduleTask.ts';

type FunctionSchedules = {
  /** Connections that may read the mail outbox. */
  pool: Pool;
  functions: Fetcher;
  secretKey: string;
  /** Whether mails can be sent; without it they wait in the outbox. */
  hasMail: boolean;
  /** Whether an exchange rate service is configured. */
  hasRates: boolean;
  /** Whether the seller of the licences publishes which are revoked. */
  hasSeller: boolean;
  onError: (error: unknown) => void;
};

const everyTwoSeconds = '*/2 * * * * *';
const everyMinute = '30 * * * * *';
/** The statement is imported and the providers are reported at least this often, even when nothing is due. */
const maxPaymentJobsIntervalMs = 600_000;
const isMailDueSql = `select exists (select from public.mail_outbox where status in ('queued', 'sending') and next_attempt_at <= now()) as "isDue"`;
const isPaymentDueSql = `select exists (select from public.payment_attempts where resolved_at is null and next_check_at <= now())
  or exists (select from public.provider_events where state = 'stored' and next_try_at <= now())
  or exists (select from public.refunds where status = 'requested' and next_try_at <= now()) as "isDue"`;

const isExportDueSql = `select exists (select from public.school_exports where state in ('waiting', 'running') and coalesce(claimed_until, '-infinity') < now()) as "isDue"`;
const areFilesDueSql = `select exists (select from private.files_to_delete) as "isDue"`;

/** Calls the functions that a schedule calls on hosted Supabase: sends due mails, follows up payments, refreshes the exchange rate, writes exports, deletes files, checks licences. */
export function startFunctionSchedules({
  pool,
  functions,
  secretKey,
  hasMail,
  hasRates,
  hasSeller,
  onError,
}: FunctionSchedules): () => Promise<void> {
  async function callFunction(name: string): Promise<void> {
    const response = await functions(
      new Request(`http://localhost/functions/v1/${name}`, { method: 'POST', headers: { apikey: secretKey } }),
    );
    if (!response.ok) throw new Error(`${name} responded with ${response.status}: ${await response.text()}`);
  }
  const isDue = async (sql: string) => (await pool.query<{ isDue: boolean }>(sql)).rows[0]?.isDue === true;

  // The query is cheap; the function is called only when there is something to send.
  async function sendMails(): Promise<void> {
    if (await isDue(isMailDueSql)) await callFunction('send-mail');
  }
  let paymentJobsRanAt = 0;
  async function runPaymentJobs(): Promise<void> {
    if (Date.now() - paymentJobsRanAt <= maxPaymentJobsIntervalMs && !(await isDue(isPaymentDueSql))) return;
    await callFunction('payment-jobs');
    paymentJobsRanAt = Date.now();
  }
  async function deleteFiles(): Promise<void> {
    if (await isDue(areFilesDueSql)) await callFunction('delete-files');
  }
  async function exportSchools(): Promise<void> {
    if (await isDue(isExportDueSql)) await callFunction('export-schools');
  }
  const refreshRate = () => callFunction('exchange-rate');

  void runPaymentJobs().catch(onError);
  const checkLicences = () => callFunction('check-licences');
  if (hasRates) void refreshRate().catch(onError);
  if (hasSeller) void checkLicences().catch(onError);
  // The minute of the start spreads installations over the hour, so that they do not call the rate service at the same time.
  const hourly = `0 ${new Date().getMinutes()} * * * *`;
  const stops = [
    ...(hasMail ? [scheduleTask({ pattern: everyTwoSeconds, task: sendMails, onError })] : []),
    scheduleTask({ pattern: everyTwoSeconds, task: runPaymentJobs, onError }),
    scheduleTask({ pattern: everyTwoSeconds, task: exportSchools, onError }),
    scheduleTask({ pattern: everyMinute, task: deleteFiles, onError }),
    ...(hasRates ? [scheduleTask({ pattern: hourly, task: refreshRate, onError })] : []),
    ...(hasSeller ? [scheduleTask({ pattern: hourly, task: checkLicences, onError })] : []),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
