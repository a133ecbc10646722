import { toDataError, unwrap, withOwnKey, type Db } from '@masomo/data';
import type { NewQuestion } from './questions.ts';

type Result = { error: Parameters<typeof toDataError>[0] | null; status: number };
const expectDone = ({ error, status }: Result) => {
  if (error) throw toDataError(error, status);
};

export type CourseFields = {
  id?: string;
  title: string;
  summary: string;
  classId: string;
  isOrdered: boolean;
  price: number;
  passMark: number;
};
export async function saveCourse(db: Db, fields: CourseFields): Promise<string> {
  return unwrap(
    await db.rpc('save_online_course', {
      title: fields.title,
      summary: fields.summary,
      is_ordered: fields.isOrdered,
      price: fields.price,
      pass_mark: fields.passMark,
      ...(fields.classId ? { class_id: fields.classId } : {}),
      ...(fields.id ? { course_id: fields.id } : {}),
    }),
  );
}

/** Offers a course to families, or hides it from those who have not joined. */
export async function publishCourse(db: Db, { id, isPublished }: { id: string; isPublished: boolean }): Promise<void> {
  expectDone(await db.rpc('publish_online_course', { course_id: id, is_published: isPublished }));
}
export async function removeCourse(db: Db, id: string): Promise<void> {
  expectDone(await db.rpc('remove_online_course', { course_id: id }));
}

export type LessonFields = {
  id?: string;
  courseId: string;
  title: string;
  body: string;
  videoUrl: string;
  isQuiz: boolean;
  minutes: number | null;
  attempts: number;
  showsAnswers: boolean;
};
export async function saveLesson(db: Db, fields: LessonFields): Promise<string> {
  return unwrap(
    await db.rpc('save_course_lesson', {
      course_id: fields.courseId,
      title: fields.title,
      body: fields.body,
      is_quiz: fields.isQuiz,
      attempts: fields.attempts,
      shows_answers: fields.showsAnswers,
      ...(fields.videoUrl ? { video_url: fields.videoUrl } : {}),
      ...(fields.minutes === null ? {} : { minutes: fields.minutes }),
      ...(fields.id ? { lesson_id: fields.id } : {}),
    }),
  );
}
export async function moveLesson(db: Db, { id, up }: { id: string; up: boolean }): Promise<void> {
  expectDone(await db.rpc('move_course_lesson', { lesson_id: id, up }));
}
export async function removeLesson(db: Db, id: string): Promise<void> {
  expectDone(await db.rpc('remove_course_lesson', { lesson_id: id }));
}
export async function addLessonFile(db: Db, { lessonId, documentId }: { lessonId: string; documentId: string }): Promise<void> {
  expectDone(await db.rpc('add_course_file', { lesson_id: lessonId, document_id: documentId }));
}

export type QuestionFields = NewQuestion & { id?: string; courseId: string; points: number };
export async function saveQuestion(db: Db, fields: QuestionFields): Promise<string> {
  return unwrap(
    await db.rpc('save_course_question', {
      course_id: fields.courseId,
      kind: fields.kind,
      wording: fields.wording,
      options: fields.options,
      key: fields.key,
      points: fields.points,
      explanation: fields.explanation,
      ...(fields.id ? { question_id: fields.id } : {}),
    }),
  );
}
export async function removeQuestion(db: Db, id: string): Promise<void> {
  expectDone(await db.rpc('remove_course_question', { question_id: id }));
}
/** Adds questions to the bank, all or none; resolves to how many are new. */
export async function importQuestions(db: Db, { courseId, questions }: { courseId: string; questions: NewQuestion[] }): Promise<number> {
  return unwrap(await db.rpc('import_course_questions', { course_id: courseId, questions }));
}
export async function setQuizQuestions(db: Db, { lessonId, questionIds }: { lessonId: string; questionIds: string[] }): Promise<void> {
  expectDone(await db.rpc('set_quiz_questions', { lesson_id: lessonId, question_ids: questionIds }));
}

/** Puts students into a course; resolves to how many were not in it. */
export async function addStudents(db: Db, { courseId, studentIds }: { courseId: string; studentIds: string[] }): Promise<number> {
  return unwrap(await db.rpc('add_course_students', { course_id: courseId, student_ids: studentIds }));
}

export const paymentMethods = ['mpesa', 'cash', 'bank', 'cheque'] as const;
export type CoursePayment = {
  enrolmentId: string;
  method: (typeof paymentMethods)[number];
  reference: string;
  requestId: string;
};
/** Records the payment of a course in the school's fees; the same `requestId` again records nothing. */
export async function payCourse(db: Db, { enrolmentId, method, reference, requestId }: CoursePayment): Promise<string> {
  return unwrap(
    await withOwnKey(db).rpc('pay_course', {
      enrolment_id: enrolmentId,
      method,
      request_id: requestId,
      ...(reference.trim() ? { reference } : {}),
    }),
  );
}
export async function refundCourse(db: Db, { enrolmentId, reason }: { enrolmentId: string; reason: string }): Promise<void> {
  expectDone(await db.rpc('refund_course', { enrolment_id: enrolmentId, reason }));
}

export async function joinCourse(db: Db, { courseId, studentId }: { courseId: string; studentId: string }): Promise<string> {
  return unwrap(await db.rpc('join_course', { course_id: courseId, student_id: studentId }));
}
export async function finishLesson(db: Db, { enrolmentId, lessonId }: { enrolmentId: string; lessonId: string }): Promise<void> {
  expectDone(await db.rpc('finish_course_lesson', { enrolment_id: enrolmentId, lesson_id: lessonId }));
}
/** Begins a quiz under an id made here, or resolves to the attempt that is open. */
export async function startQuiz(
  db: Db,
  { enrolmentId, lessonId, attemptId }: { enrolmentId: string; lessonId: string; attemptId: string },
): Promise<string> {
  return unwrap(await db.rpc('start_course_quiz', { enrolment_id: enrolmentId, lesson_id: lessonId, attempt_id: attemptId }));
}
