import { z } from 'zod';
import { defineJob, type JobKind } from './defineJob.ts';

const row = z.object({ done: z.number(), total: z.number().nullable(), is_finished: z.boolean() });

/** A job that has a database function do the next rows of the import that it is about; each asks for the permission of the import's kind. */
export const importStep = (name: string): JobKind =>
  defineJob({
    permission: 'school:work',
    async step({ subject, sql }) {
      const [next] = await sql(`select * from ${name}($1)`, [subject]);
      const { done, total, is_finished: isFinished } = row.parse(next);
      return { done, ...(total !== null && { total }), ...(!isFinished && { reached: { done } }) };
    },
  });
