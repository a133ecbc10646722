import type { JobKind } from '@masomo/worker/defineJob';

export const stepsOfJob = 3;

/** Writes one row in each step, which would be there twice if a step were done twice. */
export const countingKinds = new Map<string, JobKind>([
  [
    'counting',
    {
      permission: 'grade:write',
      async step({ id, sql, reached }) {
        const step = Number(reached?.['step'] ?? 0) + 1;
        await sql('insert into public.counted_steps (job, step) values ($1, $2)', [id, step]);
        await sql('select pg_sleep(0.01)');
        return { done: step, total: stepsOfJob, ...(step < stepsOfJob ? { reached: { step } } : {}) };
      },
    },
  ],
]);
