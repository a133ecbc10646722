import type { PoolClient } from 'pg';
import { z } from 'zod';
import { wrongJobArgs } from '@masomo/domain/jobRefusals';
import { JobRefused, type Job, type JobKind, type Step } from './defineJob.ts';

const record = z.record(z.string(), z.unknown());

/** A row of `public.jobs` as `private.take_job` returns it. */
export const takenJobSchema = z.object({
  id: z.uuid(),
  kind: z.string(),
  subject: z.string().nullable(),
  school_id: z.uuid().nullable(),
  started_by: z.uuid().nullable(),
  args: record,
  reached: record.nullable(),
});
export type TakenJob = z.infer<typeof takenJobSchema>;

/** A step works this long before others have their turn. */
const stepMs = 5_000;
/** What a person started holds no lock longer than this; rows that somebody else holds for long are left for the next time. */
const limits = "set local lock_timeout = '5s'";
const limitsOfPerson = "set local statement_timeout = '60s'; set local role authenticated";

class RightsLost extends Error {}

/** Codes of what the database refuses, which another try would not change. */
const refusals = new Set(['P0001', '42501']);

function isRefusal(error: unknown): boolean {
  return error instanceof RightsLost || (error instanceof Error && 'code' in error && refusals.has(String(error.code)));
}

/** The transaction of a step, begun with its first statement. */
function stepTransaction(client: PoolClient, job: TakenJob) {
  let begun: Promise<void> | undefined;
  async function begin(): Promise<void> {
    await client.query('begin');
    await client.query(limits);
    if (job.started_by === null) return;
    const { rows } = await client.query<{ reason: string | null }>('select private.starter_problem($1) as reason', [job.id]);
    const reason = rows[0]?.reason;
    if (reason) throw new RightsLost(reason);
    await client.query(limitsOfPerson);
  }
  const ready = () => (begun ??= begin());
  return {
    ready,
    async sql<Row extends Record<string, unknown>>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
      await ready();
      return (await client.query<Row>(text, [...values])).rows;
    },
    async save({ reached, done = null, total = null, result }: NullableStep): Promise<void> {
      await ready();
      await client.query('reset role');
      await client.query('select private.save_step($1, $2, $3, $4, $5, $6)', [
        job.id,
        reached === undefined,
        done,
        total,
        reached ? JSON.stringify(reached) : null,
        result ? JSON.stringify(result) : null,
      ]);
      await client.query('commit');
    },
    undo: () => client.query('rollback'),
  };
}
type NullableStep = Omit<Step, 'done' | 'total'> & { done?: number | null; total?: number | null };

async function work(kind: JobKind, job: Job): Promise<Step> {
  const given = kind.args?.safeParse(job.args);
  if (given?.success === false) throw new JobRefused(wrongJobArgs);
  if (typeof kind.step !== 'string') return (await kind.step({ ...job, args: given?.data ?? job.args })) ?? {};
  await job.sql(kind.step, kind.step.includes('$1') ? [job.subject] : []);
  return {};
}

/** Does one step of a job in one transaction, and records how far it came or why it failed. Rejects only when the database is away. */
export async function runStep(client: PoolClient, taken: TakenJob, kind: JobKind, log: (line: string) => void): Promise<void> {
  const transaction = stepTransaction(client, taken);
  const end = Date.now() + stepMs;
  const { id, args, reached } = taken;
  try {
    // A person's rights are read even for a step that asks the database nothing.
    if (taken.started_by !== null) await transaction.ready();
    const job: Job = {
      id,
      args,
      reached,
      subject: taken.subject ?? '',
      school: taken.school_id,
      sql: transaction.sql,
      isOver: () => Date.now() >= end,
    };
    await transaction.save(await work(kind, job));
  } catch (error) {
    await transaction.undo();
    const reason = error instanceof Error ? error.message : String(error);
    log(`the job ${[taken.kind, taken.subject].filter(Boolean).join(' ')} failed: ${reason}`);
    await client.query('select private.save_failure($1, $2, $3)', [id, reason, isRefusal(error)]);
  }
}
