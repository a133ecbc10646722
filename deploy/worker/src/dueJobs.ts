import type { Pool } from 'pg';
import type { JobKinds } from './findJobs.ts';

const defaultSeconds = 5;
const insertSql = (due: string) =>
  `insert into public.jobs (kind, subject) select d.kind, d.subject from (${due}) d on conflict do nothing`;
const dueSql = (kind: string, due: string) => `select '${kind}' as kind, s.subject::text as subject from (${due}) s (subject)`;

/** Queues what falls due by itself. What is queued already stays as it is; where nothing is due, nothing is written. */
export async function queueDueJobs(pool: Pick<Pool, 'query'>, kinds: JobKinds): Promise<void> {
  const statements = [...kinds].flatMap(([kind, { due }]) => (due === undefined ? [] : [dueSql(kind, due)]));
  if (statements.length === 0) return;
  try {
    await pool.query(insertSql(statements.join(' union all ')));
  } catch (error) {
    if (statements.length === 1) throw error;
    // One that fails keeps no other from being found.
    const results = await Promise.allSettled(statements.map((statement) => pool.query(insertSql(statement))));
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    if (failures.length > 0) throw new AggregateError(failures, failures.map((failure) => (failure as Error).message).join(' '));
  }
}

/** Says which kinds are to be looked for at a moment: each about as often as it asks for. */
export function createTimetable(kinds: JobKinds): (nowMs: number) => JobKinds {
  const nextMs = new Map<string, number>();
  return (nowMs) => {
    const due = new Map(
      [...kinds].filter(([name, kind]) => kind.due !== undefined && (kind.isOn?.() ?? true) && nowMs >= (nextMs.get(name) ?? 0)),
    );
    for (const [name, { everySeconds = defaultSeconds }] of due) nextMs.set(name, nowMs + everySeconds * 1000);
    return due;
  };
}
