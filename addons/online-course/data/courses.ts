import { unwrap, type Db } from '@masomo/data';
import { nullable } from '@masomo/data/nullable';

/** A course as its teachers see it; `price` in whole shillings, 0 for free. */
export type Course = {
  id: string;
  title: string;
  summary: string;
  /** Empty for every class. */
  classId: string;
  className: string;
  teacherId: string;
  teacher: string;
  isOrdered: boolean;
  price: number;
  passMark: number;
  isPublished: boolean;
};
export type CourseFigures = { lessons: number; students: number; unpaid: number; completed: number };
/** A step of a course; `minutes` is null without a time limit. */
export type Lesson = {
  id: string;
  title: string;
  body: string;
  videoUrl: string;
  isQuiz: boolean;
  minutes: number | null;
  attempts: number;
  showsAnswers: boolean;
  files: { id: string; title: string; path: string }[];
};
/** A student in a course; `result` in percent, null without a quiz. */
export type CourseStudent = {
  enrolmentId: string;
  studentId: string;
  name: string;
  admissionNumber: string;
  className: string;
  price: number;
  isOpen: boolean;
  receipt: string;
  done: number;
  lessons: number;
  result: number | null;
  completedAt: string;
  certificate: string;
};
export type StudentCourse = Pick<CourseStudent, 'done' | 'lessons' | 'result' | 'completedAt' | 'certificate'> & {
  id: string;
  title: string;
};

export const courseKeys = {
  list: () => ['courses', 'list'] as const,
  figures: () => ['courses', 'figures'] as const,
  course: (id: string) => ['courses', 'course', id] as const,
  lessons: (id: string) => ['courses', 'lessons', id] as const,
  questions: (id: string) => ['courses', 'questions', id] as const,
  quiz: (lessonId: string) => ['courses', 'quiz', lessonId] as const,
  students: (id: string) => ['courses', 'students', id] as const,
  ofStudent: (studentId: string) => ['courses', 'of student', studentId] as const,
  mine: () => ['courses', 'mine'] as const,
  outline: (enrolmentId: string) => ['courses', 'outline', enrolmentId] as const,
  lesson: (enrolmentId: string, lessonId: string) => ['courses', 'lesson', enrolmentId, lessonId] as const,
  attempt: (id: string) => ['courses', 'attempt', id] as const,
};

const columns =
  'id, title, summary, class_id, teacher_id, is_ordered, price, pass_mark, published_at, classes(name), users(full_name)' as const;

async function readCourses(db: Db, id?: string): Promise<Course[]> {
  const query = db.from('online_courses').select(columns);
  const rows = unwrap(await (id ? query.eq('id', id) : query).order('title').limit(1000));
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    summary: row.summary,
    classId: row.class_id ?? '',
    className: row.classes?.name ?? '',
    teacherId: row.teacher_id ?? '',
    teacher: row.users?.full_name ?? '',
    isOrdered: row.is_ordered,
    price: row.price,
    passMark: row.pass_mark,
    isPublished: row.published_at !== null,
  }));
}

/** The courses of the school by title. */
export const listCourses = (db: Db): Promise<Course[]> => readCourses(db);
/** One of them; null where there is none. */
export const getCourse = async (db: Db, id: string): Promise<Course | null> => (await readCourses(db, id))[0] ?? null;

export async function listCourseFigures(db: Db): Promise<Record<string, CourseFigures>> {
  const rows = unwrap(await db.rpc('online_course_figures', {}, { get: true }).limit(1000));
  return Object.fromEntries(rows.map(({ course_id: id, ...figures }) => [id, figures]));
}

/** The lessons of a course in order. */
export async function listLessons(db: Db, courseId: string): Promise<Lesson[]> {
  const rows = unwrap(
    await db
      .from('course_lessons')
      .select('id, title, body, video_url, is_quiz, minutes, attempts, shows_answers, course_lesson_files(documents(id, title, file_path))')
      .eq('course_id', courseId)
      .order('position')
      .limit(200),
  );
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    body: row.body,
    videoUrl: row.video_url ?? '',
    isQuiz: row.is_quiz,
    minutes: row.minutes,
    attempts: row.attempts,
    showsAnswers: row.shows_answers,
    files: row.course_lesson_files.flatMap(({ documents: file }) =>
      // Row security hides what a colleague uploaded.
      nullable(file) ? [{ id: file.id, title: file.title, path: file.file_path }] : [],
    ),
  }));
}

const percent = (score: number | null, most: number | null) => (most ? ((score ?? 0) * 100) / most : null);

/** Who is in a course, by name. */
export async function listCourseStudents(db: Db, courseId: string): Promise<CourseStudent[]> {
  const rows = unwrap(
    await db.rpc('course_students', { course_id: courseId }, { get: true }).order('name').order('enrolment_id').limit(1000),
  );
  return rows.map((row) => ({
    enrolmentId: row.enrolment_id,
    studentId: row.student_id,
    name: row.name,
    admissionNumber: row.admission_number,
    className: nullable(row.class_name) ?? '',
    price: row.price,
    isOpen: row.is_open,
    receipt: nullable(row.receipt_number) ?? '',
    done: row.done,
    lessons: row.lessons,
    result: percent(nullable(row.score), nullable(row.max_score)),
    completedAt: nullable(row.completed_at) ?? '',
    certificate: nullable(row.certificate) ?? '',
  }));
}

/** A student's courses among those of the caller, the latest first. */
export async function listStudentCourses(db: Db, studentId: string): Promise<StudentCourse[]> {
  const rows = unwrap(await db.rpc('student_courses', { student_id: studentId }, { get: true }));
  return rows.map((row) => ({
    id: row.course_id,
    title: row.title,
    done: row.done,
    lessons: row.lessons,
    result: percent(nullable(row.score), nullable(row.max_score)),
    completedAt: nullable(row.completed_at) ?? '',
    certificate: nullable(row.certificate) ?? '',
  }));
}
