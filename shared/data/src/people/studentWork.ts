import { unwrap, type Db } from '@masomo/data';
import { markOf, type Mark } from '@masomo/domain/marks';

/** One mark of a student. */
export type OwnMark = {
  id: string;
  subject: string;
  assessment: string;
  termId: string;
  term: string;
  /** Class in which it was given. */
  className: string;
  mark: Mark;
  maxScore: number;
  /** Whether absent counts as 0 in means. */
  absentCountsAsZero: boolean;
};

/** One lesson of a student's week. Times are local to the school (`08:20:00`). */
export type OwnLesson = { id: string; weekday: number; startsAt: string; endsAt: string; subject: string; room: string };

export const ownStudentKeys = {
  lessons: (classId: string) => ['lessons', 'of class', classId] as const,
  marks: (studentId: string) => ['grades', 'of', studentId] as const,
};

/** The latest forty marks of a student, newest first. */
export async function listMarks(db: Db, studentId: string): Promise<OwnMark[]> {
  const rows = unwrap(
    await db
      .from('grades')
      .select(
        'id, term_id, score, absence, assessments!grades_assessment_id_fkey(name, max_score, absent_counts_as_zero), subjects!grades_subject_id_school_id_fkey(name), school_terms!grades_term_id_school_id_fkey(name), classes!grades_class_id_school_id_fkey(name)',
      )
      .eq('student_id', studentId)
      .order('updated_at', { ascending: false })
      .order('id')
      .limit(40),
  );
  return rows.map((row) => ({
    id: row.id,
    subject: row.subjects?.name ?? '',
    assessment: row.assessments?.name ?? '',
    termId: row.term_id,
    term: row.school_terms?.name ?? '',
    className: row.classes?.name ?? '',
    mark: markOf(row) ?? 'exempt',
    maxScore: row.assessments?.max_score ?? 0,
    absentCountsAsZero: row.assessments?.absent_counts_as_zero ?? false,
  }));
}

/** The timetable of a class the caller may see. */
export async function listLessonsOfClass(db: Db, classId: string): Promise<OwnLesson[]> {
  const rows = unwrap(
    await db
      .from('lessons')
      .select('id, weekday, starts_at, ends_at, room, subjects!lessons_subject_id_school_id_fkey(name)')
      .eq('class_id', classId)
      .order('weekday')
      .order('starts_at')
      .limit(200),
  );
  return rows.map((row) => ({
    id: row.id,
    weekday: row.weekday,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    subject: row.subjects?.name ?? '',
    room: row.room ?? '',
  }));
}
