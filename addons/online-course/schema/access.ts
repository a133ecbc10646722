import { callable } from '@masomo/domain/functionAccess';
import { reach, signedIn } from '@masomo/domain/tableAccess';
import type { ModuleAccess } from '@masomo/tools/modules/access.ts';

const makers = { select: reach(['admin', 'teacher'], 'school') };
/** Who manages every course, who teaches one, and families what is their own. */
const ofStudents = { select: reach(['admin'], 'school', { teacher: 'some', parent: 'some', student: 'some' }) };

/** Who may do what, written down a second time, so that a test can compare. */
export const access: ModuleAccess = {
  tables: {
    online_courses: makers,
    course_lessons: makers,
    course_lesson_files: makers,
    course_questions: makers,
    course_quiz_questions: makers,
    course_enrolments: ofStudents,
    course_progress: ofStudents,
    course_attempts: ofStudents,
    course_certificates: ofStudents,
    course_answers: { select: reach(['admin'], 'school', { teacher: 'some' }) },
  },
  functions: {
    ...callable(['admin', 'teacher'], 'save_online_course', 'publish_online_course', 'remove_online_course'),
    ...callable(['admin', 'teacher'], 'save_course_lesson', 'move_course_lesson', 'remove_course_lesson', 'add_course_file'),
    ...callable(['admin', 'teacher'], 'save_course_question', 'import_course_questions', 'remove_course_question', 'set_quiz_questions'),
    ...callable(['admin', 'teacher'], 'add_course_students'),
    ...callable(['admin'], 'pay_course', 'refund_course'),
    ...callable(['parent', 'student'], 'join_course', 'finish_course_lesson', 'start_course_quiz', 'save_course_answers'),
    ...callable(['parent', 'student'], 'hand_in_course_quiz', 'course_attempt', 'my_courses', 'course_outline', 'course_lesson'),
    ...callable(signedIn, 'online_course_figures', 'course_students', 'student_courses'),
  },
  reads: ['my_courses', 'course_attempt', 'course_outline', 'course_lesson'],
  writes: [
    'save_online_course',
    'publish_online_course',
    'remove_online_course',
    'save_course_lesson',
    'move_course_lesson',
    'remove_course_lesson',
    'add_course_file',
    'save_course_question',
    'import_course_questions',
    'remove_course_question',
    'set_quiz_questions',
    'add_course_students',
    'pay_course',
    'refund_course',
    'join_course',
    'finish_course_lesson',
    'start_course_quiz',
    'save_course_answers',
    'hand_in_course_quiz',
  ],
  samples: {
    save_online_course: (_, count) => ({ title: `Matrix ${count}` }),
  },
};
