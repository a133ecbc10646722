import { type Pool } from 'pg';
import { type Fetcher } from '@masomo/gateway/backend';

type Timers = {
  /** Connections that may read the outbox. */
  pool: Pool;
  functions: Fetcher;
  secretKey: string;
  /** Whether a rates service is configured. */
  hasRates: boolean;
  onError: (error: unknown) => void;
};

const outboxEveryMs = 2_000;
const ratesEveryMs = 3_600_000;
const paymentsEveryMs = 2_000;
/** The statement is read and the configuration told this often even when nothing is open. */
const paymentsAtLeastEveryMs = 600_000;
const paymentsDue = `select exists (select from public.payment_attempts where resolved_at is null and next_check_at <= now())
  or exists (select from public.provider_events where state = 'stored' and next_try_at <= now())
  or exists (select from public.refunds where status = 'requested' and next_try_at <= now()) as due`;

/** Repeats a task, never two at once; answers how to stop, which waits for a run under way. */
function every(ms: number, task: () => Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  const run = () => {
    if (isRunning) return;
    isRunning = true;
    running = task()
      .catch(onError)
      .finally(() => {
        isRunning = false;
      });
  };
  const timer = setInterval(run, ms);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** What a schedule does on hosted Supabase: mails that are due go out, payments are followed, the exchange rate stays young. */
export function startFunctionTimers({ pool, functions, secretKey, hasRates, onError }: Timers): () => Promise<void> {
  const call = async (name: string) => {
    const answer = await functions(
      new Request(`http://localhost/functions/v1/${name}`, { method: 'POST', headers: { apikey: secretKey } }),
    );
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
  };
  const sendMails = async () => {
    // Asking the table is cheap; the function is called only when there is something to send.
    const { rows } = await pool.query<{ due: boolean }>(
      `select exists (select from public.mail_outbox where status in ('queued', 'sending') and next_attempt_at <= now()) as due`,
    );
    if (rows[0]?.due) await call('send-mail');
  };
  let paymentsAt = 0;
  const lookAfterPayments = async () => {
    const isTime = Date.now() - paymentsAt > paymentsAtLeastEveryMs;
    if (!isTime && !(await pool.query<{ due: boolean }>(paymentsDue)).rows[0]?.due) return;
    await call('payment-jobs');
    paymentsAt = Date.now();
  };
  void lookAfterPayments().catch(onError);
  const stops = [every(outboxEveryMs, sendMails, onError), every(paymentsEveryMs, lookAfterPayments, onError)];
  if (hasRates) {
    const refresh = () => call('exchange-rate');
    void refresh().catch(onError);
    stops.push(every(ratesEveryMs, refresh, onError));
  }
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
