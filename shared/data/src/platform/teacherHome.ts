import * as z from '@masomo/data/zod';
import { noticesSchema, termSchema } from './homeParts.ts';

/** Times are local to the school, `08:20`; `homework` is the last work given to the class in the subject. */
const lessonSchema = z.object({
  id: z.string(),
  starts_at: z.string(),
  ends_at: z.string(),
  subject: z.string(),
  class_id: z.string(),
  class: z.string(),
  room: z.nullable(z.string()),
  /** Whether today's register of the class was taken. */
  is_taken: z.boolean(),
  homework: z.nullable(z.object({ id: z.string(), title: z.string(), due_on: z.string(), handed_in: z.number() })),
});
const markingSchema = z.object({
  id: z.string(),
  title: z.string(),
  subject: z.string(),
  class: z.string(),
  waiting: z.number(),
  since: z.string(),
});
/** Attendance in percent of the last seven days and of the seven before; null where no register was taken. */
const classSchema = z.object({
  id: z.string(),
  name: z.string(),
  is_led: z.boolean(),
  share: z.nullable(z.number()),
  before: z.nullable(z.number()),
});

export const teacherHomeSchema = z.object({
  today: z.string(),
  term: termSchema,
  has_lessons: z.boolean(),
  /** Today, while the teacher has lessons on it, and the next such school day. */
  days: z.array(z.object({ day: z.string(), lessons: z.array(lessonSchema) })),
  marking: z.array(markingSchema),
  classes: z.array(classSchema),
  notices: noticesSchema,
});

export type TeacherHome = z.infer<typeof teacherHomeSchema>;
export type TeacherLesson = z.infer<typeof lessonSchema>;
