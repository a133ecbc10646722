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

/** Repeats a task, never two at once; answers how to stop, which waits for a run under way. */
function every(ms: number, task: () => Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  const run = () => {
    if (isRunning) return;
    isRunning = true;
    running = task().catch(onError).finally(() => {
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

/** What a schedule does on hosted Supabase: mails that are due go out, the exchange rate stays young. */
export function startFunctionTimers({ pool, functions, secretKey, hasRates, onError }: Timers): () => Promise<void> {
  const call = async (name: string) => {
    const answer = await functions(new Request(`http://localhost/functions/v1/${name}`, { method: 'POST', headers: { apikey: secretKey } }));
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
  };
  const sendMails = async () => {
    // Asking the table is cheap; the function is called only when there is something to send.
    const { rows } = await pool.query<{ due: boolean }>(`select exists (select from public.mail_outbox where status in ('queued', 'sending') and next_attempt_at <= now()) as due`);
    if (rows[0]?.due) await call('send-mail');
  };
  const stops = [every(outboxEveryMs, sendMails, onError)];
  if (hasRates) {
    const refresh = () => call('exchange-rate');
    void refresh().catch(onError);
    stops.push(every(ratesEveryMs, refresh, onError));
  }
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
