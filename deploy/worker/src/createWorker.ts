import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { createTimetable, queueDueJobs } from './dueJobs.ts';
import type { JobKinds } from './findJobs.ts';
import { runStep, takenJobSchema } from './runStep.ts';

export type WorkerOptions = {
  /** Connections of their own, direct or through a session pooler: a job is held by a lock that ends with its connection. */
  pool: Pool;
  kinds: JobKinds;
  /** How many jobs this worker does at the same time. */
  slots?: number;
  log: (line: string) => void;
};

export type JobWorker = {
  /** Looks for jobs now. */
  wake(): void;
  /** Takes no more jobs and waits for the steps that are being done. */
  stop(): Promise<void>;
};

const pollMs = 2_000;
const seenMs = 60_000;
const defaultSlots = 4;

/** Takes the next job and does a step of it; false where nothing is due. `onTaken` is called before the step. */
export async function takeStep({ pool, kinds, log }: WorkerOptions, onTaken: () => void = () => {}): Promise<boolean> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    return await stepOn(client, kinds, log, onTaken);
  } catch (error) {
    // Ending the connection gives the job back.
    failure = error instanceof Error ? error : new Error(String(error));
    throw failure;
  } finally {
    client.release(failure);
  }
}

async function stepOn(client: PoolClient, kinds: JobKinds, log: WorkerOptions['log'], onTaken: () => void): Promise<boolean> {
  const { rows } = await client.query<{ id: string | null }>('select * from private.take_job($1)', [[...kinds.keys()]]);
  if (!rows[0]?.id) return false;
  const job = takenJobSchema.parse(rows[0]);
  const kind = kinds.get(job.kind);
  if (!kind) throw new Error(`The kind ${job.kind} was not asked for.`);
  onTaken();
  await runStep(client, job, kind, log);
  await client.query('select pg_advisory_unlock(private.job_lock($1))', [job.started_by === null ? job.kind : job.id]);
  return true;
}

/** Writes down the kinds that this worker knows, so that people can start them. */
export async function declareKinds(pool: Pick<Pool, 'query'>, kinds: JobKinds): Promise<void> {
  await pool.query(
    `insert into private.job_kinds (name, permission) select * from unnest($1::text[], $2::text[])
     on conflict (name) do update set permission = excluded.permission where job_kinds.permission is distinct from excluded.permission`,
    [[...kinds.keys()], [...kinds.values()].map(({ permission }) => permission ?? null)],
  );
}

/** Starts a worker. Several of one database share the jobs. */
export function createWorker(options: WorkerOptions): JobWorker {
  const { pool, kinds, slots = defaultSlots, log } = options;
  const id = randomUUID();
  const dueAt = createTimetable(kinds);
  const busy = new Set<Promise<void>>();
  let isStopped = false;
  let isWoken = false;
  let seenAtMs = 0;
  let hasDeclared = false;
  let looking: Promise<void> | undefined;

  async function workUntilIdle(): Promise<void> {
    do {
      isWoken = false;
      // A job that was found may not be the only one.
      while (!isStopped && (await takeStep(options, fill)));
    } while (!isStopped && isWoken);
  }
  function fill(): void {
    if (isStopped || busy.size >= slots) return;
    const slot: Promise<void> = workUntilIdle()
      .catch((error: Error) => log(`jobs: ${error.message}`))
      .finally(() => busy.delete(slot));
    busy.add(slot);
  }
  async function look(): Promise<void> {
    const nowMs = Date.now();
    if (!hasDeclared) await declareKinds(pool, kinds);
    hasDeclared = true;
    if (nowMs - seenAtMs > seenMs) {
      await pool.query('insert into private.job_workers (id) values ($1) on conflict (id) do update set seen_at = now()', [id]);
      seenAtMs = nowMs;
    }
    await queueDueJobs(pool, dueAt(nowMs));
  }
  function wake(): void {
    isWoken = true;
    looking ??= look()
      .catch((error: Error) => log(`jobs: ${error.message}`))
      .finally(() => {
        looking = undefined;
        fill();
      });
  }
  const timer = setInterval(wake, pollMs);
  wake();
  return {
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await looking;
      await Promise.all(busy);
      await pool.query('delete from private.job_workers where id = $1', [id]).catch(() => undefined);
    },
  };
}
