import { fork } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { declareKinds, takeStep } from '@masomo/worker/createWorker';
import { useDatabase } from '../database.ts';
import { workerOf } from '../jobs.ts';
import { countingKinds, stepsOfJob } from './countingJob.ts';

const database = useDatabase();
const kills = 20;
const jobs = 100;

/** A worker that is killed at some moment after it has begun. */
async function runUntilKilled(afterMs: number): Promise<void> {
  const worker = fork(path.join(import.meta.dirname, 'countingWorker.ts'), { env: { ...process.env, DATABASE_URL: database.url } });
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  await new Promise((resolve) => worker.once('message', resolve));
  await wait(afterMs);
  worker.kill('SIGKILL');
  await ended;
}

it(
  'a hundred jobs whose workers are killed twenty times do every step once, and one that fails leaves the others done',
  { timeout: 120_000 },
  async () => {
    const { owner } = database;
    await owner.query(`create table public.counted_steps (job uuid, step integer check (step < 3 or job::text !~ '^0'), primary key (job, step));
    grant insert on public.counted_steps to authenticated`);
    const worker = workerOf(database, countingKinds);
    await declareKinds(worker.pool, countingKinds);
    await owner.query(
      `insert into public.jobs (id, school_id, kind, started_by, claims)
     select (case when n = 1 then '0' else 'a' end || substr(gen_random_uuid()::text, 2))::uuid, u.school_id, 'counting', u.id,
       jsonb_build_object('role', 'authenticated', 'sub', u.id, 'session_id', md5(u.id::text)::uuid, 'aal', 'aal1')
     from public.users u, generate_series(1, $2) n where u.email = $1`,
      ['teacher@greenfield.test', jobs],
    );
    for (let kill = 0; kill < kills; kill += 1) {
      await runUntilKilled(20 + ((kill * 37) % 150));
      const { rows } = await owner.query(
        'select from public.jobs j where j.done <> (select count(*) from public.counted_steps s where s.job = j.id)',
      );
      // What the screen says is what was done, at any moment.
      expect(rows).toHaveLength(0);
    }
    while (await takeStep(worker));
    const { rows } = await owner.query<{ state: string; done: number; n: number }>(
      'select state, done, count(*)::integer as n from public.jobs group by 1, 2 order by 1',
    );
    expect(rows).toEqual([
      { state: 'done', done: stepsOfJob, n: jobs - 1 },
      { state: 'running', done: stepsOfJob - 1, n: 1 },
    ]);
    const { rows: failing } = await owner.query('select failures > 0 as failing, reason from public.jobs where failures > 0');
    expect(failing).toEqual([{ failing: true, reason: expect.stringContaining('counted_steps') }]);
    await worker.pool.end();
  },
);
