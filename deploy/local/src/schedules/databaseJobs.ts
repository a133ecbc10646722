import type { Pool } from 'pg';

/** The lock all runners of one database take turns on. */
const turn = `select pg_try_advisory_lock(hashtext('masomo.jobs')) as mine`;

/**
 * Runs what is due in the database, as pg_cron does in production: every `interval` milliseconds, one runner at a time.
 * Returns how to stop; a run under way is waited for.
 */
export function startJobTimer({
  pool,
  interval,
  onError,
}: {
  pool: Pool;
  interval: number;
  onError: (error: Error) => void;
}): () => Promise<void> {
  let running: Promise<void> | undefined;

  async function runDueJobs(): Promise<void> {
    const client = await pool.connect();
    try {
      const { rows } = await client.query<{ mine: boolean }>(turn);
      if (!rows[0]?.mine) return;
      try {
        await client.query('select private.run_due_jobs()');
      } finally {
        await client.query(`select pg_advisory_unlock(hashtext('masomo.jobs'))`);
      }
    } finally {
      client.release();
    }
  }

  const timer = setInterval(() => {
    running ??= runDueJobs()
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  }, interval);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
