import pg from 'pg';
import { declareKinds, takeStep, type WorkerOptions } from '@masomo/worker/createWorker';
import type { Job, JobKind } from '@masomo/worker/defineJob';
import { queueDueJobs } from '@masomo/worker/dueJobs';
import { findJobs, type JobKinds } from '@masomo/worker/findJobs';
import type { TestDatabase } from './database.ts';

const quiet = () => {};

/** A worker's view of a test's database; the caller ends its pool. */
export function workerOf({ url }: Pick<TestDatabase, 'url'>, kinds: JobKinds, log: WorkerOptions['log'] = quiet): WorkerOptions {
  const pool = new pg.Pool({ connectionString: url, max: 5 });
  pool.on('error', quiet);
  pool.on('connect', (client) => client.on('error', quiet));
  return { pool, kinds, log };
}

/** The product's kind of that name, without the others. */
export async function kindsOf(...names: string[]): Promise<JobKinds> {
  const all = await findJobs();
  return new Map(
    names.map((name) => {
      const kind = all.get(name);
      if (!kind) throw new Error(`No job is called ${name}.`);
      return [name, kind];
    }),
  );
}

/** Finds what is due of a kind and does it, as a worker would. */
export async function runJob(database: Pick<TestDatabase, 'url'>, name: string): Promise<void> {
  const worker = workerOf(database, await kindsOf(name));
  try {
    await declareKinds(worker.pool, worker.kinds);
    await queueDueJobs(worker.pool, worker.kinds);
    while (await takeStep(worker));
  } finally {
    await worker.pool.end();
  }
}

const kindOf = async (name: string): Promise<JobKind> => (await kindsOf(name)).get(name)!;

/** What a kind finds due now. */
export async function dueOf({ owner }: Pick<TestDatabase, 'owner'>, name: string): Promise<string[]> {
  const { due } = await kindOf(name);
  const { rows } = await owner.query<{ subject: string }>(`select s.subject::text from (${due ?? ''}) s (subject)`);
  return rows.map(({ subject }) => subject);
}

/** Does a step of a kind that is one statement, whether its subject is due or not. */
export async function stepOf({ owner }: Pick<TestDatabase, 'owner'>, name: string, subject: Job['subject']): Promise<void> {
  const { step } = await kindOf(name);
  if (typeof step !== 'string') throw new Error(`A step of ${name} is no statement.`);
  await owner.query(step, step.includes('$1') ? [subject] : []);
}
