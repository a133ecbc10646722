import { unwrap, type Db } from '@masomo/data';
import { ifUnchanged, type ReadVersion } from '../recordVersions.ts';
import { listPages, workFileColumns, workFileOf, type UploadedFile, type WorkFile } from './assignmentFiles.ts';

/** An assignment as its class reads it. Only its teacher sees a draft; a closed one accepts no more answers. */
export type AssignmentDetail = {
  id: string;
  updatedAt: string;
  title: string;
  instructions: string;
  classId: string;
  className: string;
  subject: string;
  dueOn: string;
  maxScore: number;
  isDraft: boolean;
  isClosed: boolean;
  /** Who set it; null when the account is gone. */
  teacherId: string | null;
  /** What the teacher attached for the class. */
  attachments: WorkFile[];
};
/** A student whom the work was given to, and what they handed in, if anything. */
export type Submission = {
  studentId: string;
  student: string;
  admissionNumber: string;
  answer: string;
  /** What was handed in as photos and files, in its order. */
  pages: WorkFile[];
  submittedAt: string | null;
  score: number | null;
  feedback: string;
  gradedAt: string | null;
};
/** An assignment with the student's own answer and mark. */
export type OwnAssignment = AssignmentDetail & Pick<Submission, 'answer' | 'pages' | 'submittedAt' | 'score' | 'feedback' | 'gradedAt'>;
export type AssignmentFields = { title: string; instructions: string; dueOn: string; maxScore: number };
/** A mark to save. `seen` is what the teacher marked: a change since then is a `conflict`. */
export type SubmissionMark = { assignmentId: string; seen: Submission; score: number; feedback: string };

export const assignmentKeys = {
  one: (id: string) => ['assignments', 'one', id] as const,
  submissions: (id: string) => ['assignments', 'submissions', id] as const,
  own: (studentId: string) => ['assignments', 'work', studentId] as const,
};

const detailColumns =
  'id, updated_at, title, instructions, due_on, max_score, class_id, teacher_id, published_at, archived_at, subjects!assignments_subject_id_school_id_fkey(name), classes!assignments_class_id_school_id_fkey(name)' as const;
type DetailRow = {
  id: string;
  updated_at: string;
  title: string;
  instructions: string | null;
  due_on: string;
  max_score: number;
  class_id: string;
  teacher_id: string | null;
  published_at: string | null;
  archived_at: string | null;
  subjects: { name: string } | null;
  classes: { name: string } | null;
};
const fileColumns = `files:assignment_files!assignment_files_assignment_id_school_id_fkey(student_id, ${workFileColumns})` as const;
const detailOf = (row: DetailRow, attachments: WorkFile[]): AssignmentDetail => ({
  id: row.id,
  updatedAt: row.updated_at,
  title: row.title,
  instructions: row.instructions ?? '',
  classId: row.class_id,
  className: row.classes?.name ?? '',
  subject: row.subjects?.name ?? '',
  dueOn: row.due_on,
  maxScore: row.max_score,
  isDraft: row.published_at === null,
  isClosed: row.archived_at !== null,
  teacherId: row.teacher_id,
  attachments,
});

/** One assignment the caller may see. */
export async function getAssignment(db: Db, id: string): Promise<AssignmentDetail> {
  const row = unwrap(
    await db
      .from('assignments')
      .select(`${detailColumns}, ${fileColumns}`)
      .eq('id', id)
      .is('files.student_id', null)
      .order('position', { referencedTable: 'files' })
      .single(),
  );
  return detailOf(row, row.files.map(workFileOf));
}

/** Every student whom the work was given to, also one in another class by now, with what they handed in. */
export async function listSubmissions(db: Db, assignmentId: string): Promise<Submission[]> {
  const [students, handedIn, pages] = await Promise.all([
    db.rpc('assignment_students', { assignment_id: assignmentId }, { get: true }).limit(500),
    db
      .from('submissions')
      .select('student_id, answer, submitted_at, score, feedback, graded_at')
      .eq('assignment_id', assignmentId)
      .limit(500),
    listPages(db, assignmentId),
  ]);
  const submissionByStudent = new Map(unwrap(handedIn).map((row) => [row.student_id, row]));
  return unwrap(students).map((student) => {
    const row = submissionByStudent.get(student.id);
    return {
      studentId: student.id,
      student: student.name,
      admissionNumber: student.admission_number,
      answer: row?.answer ?? '',
      pages: pages.get(student.id) ?? [],
      submittedAt: row?.submitted_at ?? null,
      score: row?.score ?? null,
      feedback: row?.feedback ?? '',
      gradedAt: row?.graded_at ?? null,
    };
  });
}

/** Marks a submission, which also writes a grade of the term. Throws `conflict` when it changed since it was read. */
export async function gradeSubmission(db: Db, { assignmentId, seen, score, feedback }: SubmissionMark): Promise<string> {
  return unwrap(
    await db.rpc('grade_submission', {
      assignment_id: assignmentId,
      student_id: seen.studentId,
      score,
      feedback,
      ...(seen.gradedAt ? { seen_graded_at: seen.gradedAt } : {}),
      ...(seen.submittedAt ? { seen_submitted_at: seen.submittedAt } : {}),
    }),
  ).student_id;
}

/** Updates an assignment the caller created. */
export async function changeAssignment(
  db: Db,
  { id, fields, read }: { id: string; fields: AssignmentFields; read?: ReadVersion | undefined },
): Promise<string> {
  const row = { title: fields.title, instructions: fields.instructions || null, due_on: fields.dueOn, max_score: fields.maxScore };
  return unwrap(await ifUnchanged(db.from('assignments').update(row).eq('id', id), read).select('id').single()).id;
}

/** Publishes a draft; the class is notified. */
export async function publishAssignment(db: Db, id: string): Promise<string> {
  return unwrap(await db.rpc('publish_assignment', { assignment_id: id }));
}

/** Archives an assignment, which closes it, or restores it. */
export async function archiveAssignment(db: Db, { id, isArchived }: { id: string; isArchived: boolean }): Promise<string> {
  return unwrap(await db.rpc('archive_assignment', { assignment_id: id, is_archived: isArchived }));
}

/** Deletes an assignment and its submissions; marks already given stay. */
export async function deleteAssignment(db: Db, id: string): Promise<string> {
  return unwrap(await db.from('assignments').delete().eq('id', id).select('id').single()).id;
}

/** The latest twenty-five assignments of a student, also of earlier classes, with answer and mark. */
export async function listOwnAssignments(db: Db, studentId: string): Promise<OwnAssignment[]> {
  const given = unwrap(await db.rpc('student_assignments', { student_id: studentId }, { get: true }));
  const rows = unwrap(
    await db
      .from('assignments')
      .select(
        `${detailColumns}, ${fileColumns}, submissions!submissions_assignment_id_school_id_fkey(answer, submitted_at, score, feedback, graded_at)`,
      )
      .in(
        'id',
        given.map(({ id }) => id),
      )
      .eq('submissions.student_id', studentId)
      .or(`student_id.is.null,student_id.eq.${studentId}`, { referencedTable: 'files' })
      .order('position', { referencedTable: 'files' })
      .order('due_on', { ascending: false })
      .order('id')
      .limit(25),
  );
  return rows.map((row) => {
    const [own] = row.submissions;
    const filesOf = (owner: string | null) => row.files.filter((file) => file.student_id === owner).map(workFileOf);
    return {
      ...detailOf(row, filesOf(null)),
      answer: own?.answer ?? '',
      pages: filesOf(studentId),
      submittedAt: own?.submitted_at ?? null,
      score: own?.score ?? null,
      feedback: own?.feedback ?? '',
      gradedAt: own?.graded_at ?? null,
    };
  });
}

/** Hands in the calling student's work, with its pages in their order; it can be handed in again until it is marked. */
export async function submitAnswer(
  db: Db,
  { assignmentId, answer, files }: { assignmentId: string; answer: string; files: readonly UploadedFile[] },
): Promise<string> {
  return unwrap(await db.rpc('submit_assignment', { assignment_id: assignmentId, answer, files: [...files] })).assignment_id;
}
