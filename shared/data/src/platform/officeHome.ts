import * as z from '@masomo/data/zod';
import { noticesSchema, termSchema } from './homeParts.ts';
import { registerSchema } from './schoolHome.ts';

/** What waits: `amount` is how many, `day` the first by which something is due. */
const queueSchema = z.object({
  kind: z.enum(['requests', 'registers', 'without_class', 'without_guardian', 'second_step']),
  amount: z.number(),
  day: z.nullable(z.string()),
});
/** A student absent today without a note, with a guardian who may be told. */
const absenceSchema = z.object({
  id: z.string(),
  name: z.string(),
  class: z.string(),
  guardian: z.nullable(z.string()),
  phone: z.nullable(z.string()),
});
const recordSchema = z.object({
  id: z.string(),
  kind: z.enum(['merit', 'contact', 'visit', 'other']),
  summary: z.string(),
  student_id: z.string(),
  student: z.string(),
  at: z.string(),
});

/** The home of the office; parts are null that the person may not read. */
export const officeHomeSchema = z.object({
  today: z.string(),
  term: termSchema,
  /** Today, if it is a school day, or the next one. */
  next_day: z.nullable(z.string()),
  queue: z.array(queueSchema),
  registers: z.nullable(z.array(registerSchema)),
  absences: z.nullable(z.object({ total: z.number(), first: z.array(absenceSchema) })),
  records: z.nullable(z.array(recordSchema)),
  notices: noticesSchema,
});

export type OfficeHome = z.infer<typeof officeHomeSchema>;
