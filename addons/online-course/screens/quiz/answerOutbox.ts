import { asDataError, getDb, mutate } from '@masomo/data';
import { createOutbox, type Outbox } from '@masomo/remote/offline/createOutbox';
import type { Answer } from '../../data/learning.ts';
import { handInQuiz, saveAnswers } from '../../data/quizAnswers.ts';

/** An answer on this device that the server does not have, or with no question that the quiz is to be handed in. */
export type QueuedAnswer = {
  owner: string;
  attemptId: string;
  questionId: string;
  answer: Answer | null;
  /** Counts up with each change. */
  typed: number;
  /** It arrived after the time was over, or was refused, and does not count. */
  isLate?: boolean;
};

/** Answers to quizzes, and that a quiz is handed in. Sending one twice is the same as once. */
export const answerOutbox: Outbox<QueuedAnswer> = createOutbox<QueuedAnswer>({
  name: 'masomo-quizzes',
  keyPath: ['owner', 'attemptId', 'questionId'],
  isWaiting: ({ isLate }) => !isLate,
  isSent: ({ isLate }) => isLate === true,
  send: sendFirstAttempt,
});

async function sendFirstAttempt(waiting: readonly QueuedAnswer[], outbox: Outbox<QueuedAnswer>): Promise<void> {
  const [first] = waiting;
  if (!first) return;
  const { attemptId } = first;
  const items = waiting.filter((item) => item.attemptId === attemptId);
  const answers = items.flatMap(({ questionId, answer, typed }) => (questionId && answer !== null ? [{ questionId, answer, typed }] : []));
  const sent = new Map(answers.map(({ questionId, typed }) => [questionId, typed]));
  try {
    const db = await getDb();
    const isSaved = answers.length === 0 || (await saveAnswers(db, { attemptId, answers }));
    const isHandedIn = items.some(({ questionId }) => questionId === '');
    if (isHandedIn) await handInQuiz(db, attemptId);
    if (isHandedIn || !isSaved) void mutate((key) => Array.isArray(key) && key[0] === 'courses');
    await outbox.update(
      items,
      (item) => {
        if (item.questionId === '') return undefined;
        // What was changed while it was sent goes with the next one.
        if (item.typed !== sent.get(item.questionId)) return item;
        return isSaved ? undefined : { ...item, isLate: true };
      },
      'delivered',
    );
  } catch (error) {
    const { kind, code } = asDataError(error);
    if (kind === 'unavailable' || (kind === 'not-allowed' && !code?.includes('.'))) throw error;
    await outbox.update(items, (item) => (item.questionId === '' ? undefined : { ...item, isLate: true }));
  }
}
