import type { Pool } from 'pg';
import { scheduleTask } from './scheduleTask.ts';

const everyFiveSeconds = '*/5 * * * * *';
const lock = `hashtext('masomo.jobs')`;

/** Runs the database's due jobs every five seconds, as pg_cron does in production. Several runners of one database take turns. */
export function scheduleDatabaseJobs({ pool, onError }: { pool: Pool; onError: (error: unknown) => void }): () => Promise<void> {
  return scheduleTask({ pattern: everyFiveSeconds, task: () => runDueJobs(pool), onError });
}

async function runDueJobs(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ isLocked: boolean }>(`select pg_try_advisory_lock(${lock}) as "isLocked"`);
    if (!rows[0]?.isLocked) return;
    try {
      await client.query('select private.run_due_jobs()');
    } finally {
      await client.query(`select pg_advisory_unlock(${lock})`);
    }
  } finally {
    client.release();
  }
}
