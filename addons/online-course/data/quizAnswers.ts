import * as z from '@masomo/data/zod';
import { toDataError, unwrap, withOwnKey, type Db } from '@masomo/data';
import type { Answer } from './learning.ts';

export type TypedAnswer = { questionId: string; answer: Answer; typed: number };

const savedSchema = z.object({ is_saved: z.boolean() });

/** Keeps answers of an attempt; resolves to false where it was handed in already and they no longer count. */
export async function saveAnswers(
  db: Db,
  { attemptId, answers }: { attemptId: string; answers: readonly TypedAnswer[] },
): Promise<boolean> {
  const saved = unwrap(
    await withOwnKey(db).rpc('save_course_answers', {
      attempt_id: attemptId,
      answers: answers.map(({ questionId, answer, typed }) => ({ question_id: questionId, answer, typed })),
    }),
  );
  return savedSchema.parse(saved).is_saved;
}

/** Hands in an attempt; once more changes nothing. */
export async function handInQuiz(db: Db, attemptId: string): Promise<void> {
  const { error, status } = await withOwnKey(db).rpc('hand_in_course_quiz', { attempt_id: attemptId });
  if (error) throw toDataError(error, status);
}
