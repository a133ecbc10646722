import * as z from '@masomo/data/zod';
import { termSchema } from './homeParts.ts';

/** What waits, most urgent first: `amount` is how many, `money` whole shillings, `day` the first by which something is due. */
const attentionSchema = z.object({
  kind: z.enum(['requests', 'no_term', 'registers', 'without_class', 'without_teacher', 'overdue', 'second_step']),
  amount: z.number(),
  money: z.nullable(z.number()),
  day: z.nullable(z.string()),
});
export const registerSchema = z.object({
  id: z.string(),
  name: z.string(),
  is_taken: z.boolean(),
  present: z.number(),
  absent: z.number(),
});
const paymentSchema = z.object({
  id: z.string(),
  student_id: z.string(),
  student: z.string(),
  amount: z.number(),
  method: z.string(),
  receipt: z.string(),
  at: z.string(),
});
const nextDaySchema = z.object({
  day: z.string(),
  kind: z.enum(['term_starts', 'term_ends', 'fee_due', 'announcement', 'work_due']),
  name: z.string(),
  amount: z.number(),
});
/** A week of the term by its Monday, and `before` of the same week a term earlier; null where nothing was counted. */
const feeWeekSchema = z.object({ start: z.string(), charged: z.number(), collected: z.number(), before: z.nullable(z.number()) });
const attendanceWeekSchema = z.object({ start: z.string(), share: z.nullable(z.number()), before: z.nullable(z.number()) });

/** The home of a person who runs a school; parts are null that the person may not read. */
export const schoolHomeSchema = z.object({
  today: z.string(),
  term: termSchema,
  attention: z.array(attentionSchema),
  fees: z.nullable(z.array(feeWeekSchema)),
  attendance: z.nullable(z.array(attendanceWeekSchema)),
  registers: z.nullable(z.array(registerSchema)),
  payments: z.nullable(z.object({ today: z.number(), latest: z.array(paymentSchema) })),
  next_days: z.array(nextDaySchema),
});

export type SchoolHome = z.infer<typeof schoolHomeSchema>;
