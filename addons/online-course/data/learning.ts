import * as z from '@masomo/data/zod';
import { unwrap, type Db } from '@masomo/data';
import { nullable } from '@masomo/data/nullable';
import { questionKeySchema, questionKinds } from './questions.ts';

/** A course of the caller or a child of theirs, or one they may join; without an enrolment they have not joined it. */
export type MyCourse = {
  courseId: string;
  title: string;
  summary: string;
  teacher: string;
  price: number;
  lessons: number;
  studentId: string;
  student: string;
  isMe: boolean;
  enrolmentId: string;
  isOpen: boolean;
  done: number;
  completedAt: string;
  certificate: string;
  mayJoin: boolean;
};

export async function listMyCourses(db: Db): Promise<MyCourse[]> {
  const rows = unwrap(await db.rpc('my_courses', {}, { get: true }).limit(500));
  return rows.map((row) => ({
    courseId: row.course_id,
    title: row.title,
    summary: row.summary,
    teacher: nullable(row.teacher) ?? '',
    price: row.price,
    lessons: row.lessons,
    studentId: row.student_id,
    student: row.student,
    isMe: row.is_me,
    enrolmentId: nullable(row.enrolment_id) ?? '',
    isOpen: row.is_open,
    done: row.done,
    completedAt: nullable(row.completed_at) ?? '',
    certificate: nullable(row.certificate) ?? '',
    mayJoin: row.may_join,
  }));
}

export const outlineSchema = z.object({
  title: z.string(),
  summary: z.string(),
  pass_mark: z.number(),
  student: z.string(),
  is_me: z.boolean(),
  completed_at: z.nullable(z.string()),
  score: z.nullable(z.number()),
  max_score: z.nullable(z.number()),
  certificate: z.nullable(z.string()),
  lessons: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      is_quiz: z.boolean(),
      minutes: z.nullable(z.number()),
      attempts: z.number(),
      is_open: z.boolean(),
      is_done: z.boolean(),
      questions: z.number(),
      taken: z.array(
        z.object({
          id: z.string(),
          number: z.number(),
          handed_in_at: z.nullable(z.string()),
          score: z.nullable(z.number()),
          max_score: z.nullable(z.number()),
        }),
      ),
    }),
  ),
});
/** A course as a student sees it. */
export type Outline = z.infer<typeof outlineSchema>;
export type OutlineLesson = Outline['lessons'][number];

export async function getOutline(db: Db, enrolmentId: string): Promise<Outline> {
  return outlineSchema.parse(unwrap(await db.rpc('course_outline', { enrolment_id: enrolmentId })));
}

export const lessonContentSchema = z.object({
  title: z.string(),
  body: z.string(),
  video_url: z.nullable(z.string()),
  files: z.array(z.object({ title: z.string(), path: z.string(), size: z.number() })),
});
/** Text, video and files of a lesson that is open. */
export type LessonContent = z.infer<typeof lessonContentSchema>;

export async function getLesson(db: Db, { enrolmentId, lessonId }: { enrolmentId: string; lessonId: string }): Promise<LessonContent> {
  return lessonContentSchema.parse(
    unwrap(await db.rpc('course_lesson', { enrolment_id: enrolmentId, lesson_id: lessonId }, { get: true })),
  );
}

export const answerSchema = z.union([z.array(z.number()), z.boolean(), z.string()]);
/** Numbers of ticked choices, true or false, or what was typed. */
export type Answer = z.infer<typeof answerSchema>;

export const attemptSchema = z.object({
  id: z.string(),
  title: z.string(),
  number: z.number(),
  started_at: z.string(),
  due_at: z.nullable(z.string()),
  now: z.string(),
  handed_in_at: z.nullable(z.string()),
  score: z.nullable(z.number()),
  max_score: z.nullable(z.number()),
  shows_answers: z.boolean(),
  questions: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(questionKinds),
      wording: z.string(),
      options: z.array(z.string()),
      points: z.number(),
      answer: z.nullable(answerSchema),
      typed: z.number(),
      share: z.optional(z.number()),
      key: z.optional(questionKeySchema),
      explanation: z.optional(z.string()),
    }),
  ),
});
/** An attempt at a quiz; what is right comes with it only once it is due. */
export type Attempt = z.infer<typeof attemptSchema>;
export type AskedQuestion = Attempt['questions'][number];

export async function getAttempt(db: Db, id: string): Promise<Attempt> {
  return attemptSchema.parse(unwrap(await db.rpc('course_attempt', { attempt_id: id })));
}
