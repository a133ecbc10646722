import type { Pool } from 'pg';
import { scheduleTask } from './scheduleTask.ts';

const everyFiveSeconds = '*/5 * * * * *';

/**
 * Runs the database's due jobs every five seconds, as pg_cron does on hosted Supabase. Each job has a schedule and a connection of its own, so
 * that a long one keeps no other waiting; several runners of one database take turns.
 */
export async function scheduleDatabaseJobs({
  pool,
  onError,
}: {
  pool: Pool;
  onError: (error: unknown) => void;
}): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ job: string }>('select unnest(private.job_names()) as job');
  const stops = rows.map(({ job }) =>
    scheduleTask({
      pattern: everyFiveSeconds,
      task: async () => {
        await pool.query('call private.run_job($1)', [job]);
      },
      onError,
    }),
  );
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
