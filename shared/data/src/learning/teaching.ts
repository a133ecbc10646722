import * as z from '@masomo/data/zod';
import { unwrap, unwrapPage, type Db } from '@masomo/data';
import type { UploadedFile } from './assignmentFiles.ts';
import { searchPatterns, rangeOf, sortColumn, type ListFilter, type ListPage } from '../listing.ts';

export type Lesson = {
  id: string;
  weekday: number;
  startsAt: string;
  endsAt: string;
  subject: string;
  classId: string;
  className: string;
  room: string;
};
export type AssignmentState = 'published' | 'draft' | 'archived';
export type Assignment = {
  id: string;
  title: string;
  subject: string;
  className: string;
  dueOn: string;
  maxScore: number;
  handedIn: number;
  marked: number;
  /** Submissions without a mark. */ toMark: number;
};
/** `classId` empty means every class. */
export type AssignmentFilter = ListFilter & { state: AssignmentState; classId: string };
export type NewAssignment = {
  /** The classes, all with the same subject; each gets an assignment of its own. */
  targets: readonly ClassSubject[];
  title: string;
  instructions: string;
  dueOn: string;
  maxScore: number;
  isDraft: boolean;
  /** What is attached. */
  files: readonly UploadedFile[];
};
/** Subjects of classes as `listTaughtSubjects` returns them, for parsing those that a device stored. */
export const classSubjectsSchema = z.array(
  z.object({ classId: z.string(), className: z.string(), subjectId: z.string(), subject: z.string(), schoolId: z.string() }),
);
export type ClassSubject = z.infer<typeof classSubjectsSchema>[number];

export const teachingKeys = {
  lessons: (teacherId: string) => ['lessons', teacherId] as const,
  assignments: (filter: AssignmentFilter) => ['assignments', 'list', filter] as const,
  classSubjects: () => ['class_subjects'] as const,
  taughtSubjects: (teacherId: string) => ['class_subjects', 'taught', teacherId] as const,
};

/** A teacher's timetable. Times are local to the school (`08:20:00`). */
export async function listLessons(db: Db, teacherId: string): Promise<Lesson[]> {
  const rows = unwrap(
    await db
      .from('lessons')
      .select(
        'id, weekday, starts_at, ends_at, room, class_id, subjects!lessons_subject_id_school_id_fkey(name), classes!lessons_class_id_school_id_fkey(name)',
      )
      .eq('teacher_id', teacherId)
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
    classId: row.class_id,
    className: row.classes?.name ?? '',
    room: row.room ?? '',
  }));
}

const submissionCount = 'submissions!submissions_assignment_id_school_id_fkey(count)' as const;

/** Assignments of the caller's classes, with how many were handed in and marked. */
export async function listAssignments(db: Db, filter: AssignmentFilter): Promise<ListPage<Assignment>> {
  let query = db
    .from('assignments')
    .select(
      `id, title, due_on, max_score, subjects!assignments_subject_id_school_id_fkey(name), classes!assignments_class_id_school_id_fkey(name), handed_in:${submissionCount}, marked:${submissionCount}, unmarked:${submissionCount}`,
      { count: 'exact' },
    )
    .not('handed_in.submitted_at', 'is', null)
    .not('marked.graded_at', 'is', null)
    .is('unmarked.is_to_mark', true);
  query = filter.state === 'archived' ? query.not('archived_at', 'is', null) : query.is('archived_at', null);
  if (filter.state === 'published') query = query.not('published_at', 'is', null);
  if (filter.state === 'draft') query = query.is('published_at', null);
  if (filter.classId) query = query.eq('class_id', filter.classId);
  for (const words of searchPatterns(filter.search)) query = query.like('search_text', words);
  const { rows, total } = unwrapPage(
    await query
      .order(sortColumn(filter.sort.column, ['due_on', 'title', 'max_score']), { ascending: !filter.sort.descending })
      .order('id')
      .range(...rangeOf(filter)),
  );
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      title: row.title,
      subject: row.subjects?.name ?? '',
      className: row.classes?.name ?? '',
      dueOn: row.due_on,
      maxScore: row.max_score,
      handedIn: row.handed_in[0]?.count ?? 0,
      marked: row.marked[0]?.count ?? 0,
      toMark: row.unmarked[0]?.count ?? 0,
    })),
  };
}

const classSubjectColumns =
  'class_id, subject_id, school_id, classes!class_subjects_class_id_school_id_fkey!inner(name), subjects!class_subjects_subject_id_school_id_fkey(name)' as const;
type ClassSubjectRow = {
  class_id: string;
  subject_id: string;
  school_id: string;
  classes: { name: string } | null;
  subjects: { name: string } | null;
};
const classSubjectOf = (row: ClassSubjectRow): ClassSubject => ({
  classId: row.class_id,
  className: row.classes?.name ?? '',
  subjectId: row.subject_id,
  subject: row.subjects?.name ?? '',
  schoolId: row.school_id,
});

/** Which subjects are taught in which classes, of those the caller may see. */
export async function listClassSubjects(db: Db): Promise<ClassSubject[]> {
  return unwrap(await db.from('class_subjects').select(classSubjectColumns).limit(500)).map(classSubjectOf);
}

/** The subjects a teacher may mark and set work in: those taught by that person, and all of a class that person leads. */
export async function listTaughtSubjects(db: Db, teacherId: string): Promise<ClassSubject[]> {
  const [own, led] = await Promise.all([
    db.from('class_subjects').select(classSubjectColumns).eq('teacher_id', teacherId).limit(500),
    db.from('class_subjects').select(classSubjectColumns).eq('classes.class_teacher_id', teacherId).limit(500),
  ]);
  const rows = [...unwrap(own), ...unwrap(led)].map(classSubjectOf);
  return [...new Map(rows.map((row) => [`${row.classId} ${row.subjectId}`, row])).values()];
}

/** Sets an assignment in one or several classes, in all or in none; a draft is visible to its teacher only. Resolves to their ids. */
export async function createAssignment(
  db: Db,
  { targets, title, instructions, dueOn, maxScore, isDraft, files }: NewAssignment,
): Promise<string[]> {
  return unwrap(
    await db.rpc('set_assignment', {
      class_ids: targets.map(({ classId }) => classId),
      subject_id: targets[0]?.subjectId ?? '',
      title,
      instructions,
      due_on: dueOn,
      max_score: maxScore,
      is_draft: isDraft,
      files: [...files],
    }),
  );
}
