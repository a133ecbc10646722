import * as z from '@masomo/data/zod';
import { unwrap, type Db } from '@masomo/data';

export const questionKinds = ['single', 'several', 'true_false', 'text', 'number'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** What is right: numbers of choices from 0, true or false, accepted texts, or a number with how far off an answer may be. */
export const questionKeySchema = z.object({
  right: z.optional(z.union([z.array(z.number()), z.boolean()])),
  accepted: z.optional(z.array(z.string())),
  value: z.optional(z.number()),
  tolerance: z.optional(z.number()),
});
export type QuestionKey = z.infer<typeof questionKeySchema>;

export type NewQuestion = { kind: QuestionKind; wording: string; options: string[]; key: QuestionKey; explanation: string };
/** A question of a course's bank. */
export type Question = NewQuestion & { id: string; points: number };

const kindOf = (value: string): QuestionKind => questionKinds.find((kind) => kind === value) ?? 'single';

/** The bank of a course, in the order in which questions were added. */
export async function listQuestions(db: Db, courseId: string): Promise<Question[]> {
  const rows = unwrap(
    await db
      .from('course_questions')
      .select('id, kind, wording, options, key, points, explanation')
      .eq('course_id', courseId)
      .order('created_at')
      .order('id')
      .limit(1000),
  );
  return rows.map((row) => ({ ...row, kind: kindOf(row.kind), key: questionKeySchema.parse(row.key) }));
}

/** The questions of a quiz, in order. */
export async function listQuizQuestions(db: Db, lessonId: string): Promise<string[]> {
  const rows = unwrap(await db.from('course_quiz_questions').select('question_id').eq('lesson_id', lessonId).order('position').limit(200));
  return rows.map(({ question_id: id }) => id);
}
