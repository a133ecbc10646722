import * as z from '@masomo/data/zod';
import { noticesSchema, termSchema } from './homeParts.ts';

/** Whole shillings: what is owed, what of it is past its day, and when the next part falls due. */
const feesSchema = z.object({ balance: z.number(), overdue: z.number(), due_on: z.nullable(z.string()) });
const workSchema = z.object({ id: z.string(), title: z.string(), subject: z.string(), due_on: z.string() });
/** A mark in percent, or the absence in its place, and the score before it in the same subject. */
const markSchema = z.object({
  subject: z.string(),
  assessment: z.string(),
  share: z.nullable(z.number()),
  absence: z.nullish(z.enum(['absent', 'exempt'])),
  before: z.nullable(z.number()),
});
const childSchema = z.object({
  id: z.string(),
  name: z.string(),
  first_name: z.string(),
  admission_number: z.string(),
  class_id: z.nullable(z.string()),
  class: z.nullable(z.string()),
  /** The mark of today's register, if there is one; scanned at the gate or by a reader, or made by a person. */
  attendance: z.nullable(z.object({ status: z.enum(['present', 'absent', 'late', 'excused']), at: z.string(), is_scanned: z.boolean() })),
  fees: z.nullable(feesSchema),
  /** What is not handed in, the first that is due first. */
  work: z.array(workSchema),
  /** The last marks, the oldest of them first. */
  marks: z.array(markSchema),
  /** To whom the reader, as a guardian, writes first about the child. */
  teacher: z.nullish(z.object({ id: z.string(), is_class_teacher: z.boolean() })),
  /** How many questions of the school the reader, as a guardian, has not answered. */
  questions: z.number(),
});
const lessonSchema = z.object({
  id: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  subject: z.string(),
  teacher: z.nullable(z.string()),
  room: z.nullable(z.string()),
});

/** The home of a parent, or of a student, who has `own`. */
export const familyHomeSchema = z.object({
  today: z.string(),
  term: termSchema,
  children: z.array(childSchema),
  own: z.nullable(
    z.object({
      has_lessons: z.boolean(),
      /** Today, while there are lessons on it, and the next such school day. */
      days: z.array(z.object({ day: z.string(), lessons: z.array(lessonSchema) })),
      /** The mean in percent over all subjects of each round of assessments. */
      results: z.array(z.object({ term: z.string(), name: z.string(), share: z.number(), subjects: z.number() })),
    }),
  ),
  payment_instructions: z.nullable(z.string()),
  terms: z.array(z.object({ name: z.string(), starts_on: z.string(), ends_on: z.string() })),
  notices: noticesSchema,
  documents: z.array(z.object({ id: z.string(), title: z.string(), at: z.string() })),
});

export type FamilyHome = z.infer<typeof familyHomeSchema>;
export type Child = z.infer<typeof childSchema>;
