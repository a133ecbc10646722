import pg from 'pg';
import { createWorker, type JobWorker } from './createWorker.ts';
import { findJobs } from './findJobs.ts';
import { declareSender } from './push/declareSender.ts';
import { provideSettings } from './provideSettings.ts';
import { readSettings } from './settings.ts';

/** Starts a worker with the settings of an environment. Stopping it ends its connections as well. */
export async function startWorker(environment: Record<string, string | undefined>, log: (line: string) => void): Promise<JobWorker> {
  const { DATABASE_URL, WORKER_SLOTS } = readSettings(environment);
  provideSettings(environment);
  const pool = new pg.Pool({
    connectionString: DATABASE_URL,
    // One for each job, and one to look for what is due.
    max: WORKER_SLOTS + 1,
    idleTimeoutMillis: 10_000,
    application_name: 'masomo-worker',
    // A server that lost this process notices soon, and gives its jobs to others.
    keepAlive: true,
  });
  pool.on('error', (error) => log(`jobs: ${error.message}`));
  pool.on('connect', (client) => client.on('error', () => undefined));
  void declareSender(pool, environment).catch((error: Error) => log(`push: ${error.message}`));
  const worker = createWorker({ pool, kinds: await findJobs(), slots: WORKER_SLOTS, log });
  return {
    wake: worker.wake,
    async stop() {
      await worker.stop();
      await pool.end();
    },
  };
}
