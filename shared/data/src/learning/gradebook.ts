import * as z from '@masomo/data/zod';
import { unwrap, unwrapNullable, unwrapPage, type Db } from '@masomo/data';
import type { GradingScale } from '@masomo/domain/gradebook';
import { gradingScaleSchema } from '@masomo/domain/gradingScale';
import { markOf, type Mark } from '@masomo/domain/marks';
import { nullable } from '../nullable.ts';
import { readAll } from '../readAll.ts';

/** A column of the gradebook. */
export type Assessment = {
  id: string;
  name: string;
  maxScore: number;
  weight: number;
  isArchived: boolean;
  /** Whether absent counts as 0 in means. */
  absentCountsAsZero: boolean;
};
/** A student who was in the class in the term; `leftOn` is since when they no longer are, null for who is. */
export type GradebookRow = { studentId: string; student: string; admissionNumber: string; leftOn: string | null };
/** A student's marks by assessment id. */
export type StudentScores = Readonly<Record<string, Mark>>;
/** The marks of a class in one subject and term. Scores are keyed by student id, so that saving one changes one student only. */
export type Gradebook = {
  assessments: Assessment[];
  rows: GradebookRow[];
  scores: Readonly<Record<string, StudentScores>>;
  /** How the class is graded; null for one with percentages only. */
  scale: GradingScale | null;
};
export type GradebookId = { classId: string; subjectId: string; termId: string };
export type AssessmentFields = { name: string; maxScore: number; weight: number };

/** A gradebook as `getGradebook` returns it, for parsing one that a device stored. */
export const gradebookSchema = z.object({
  assessments: z.array(
    z.object({
      ...{ id: z.string(), name: z.string(), maxScore: z.number(), weight: z.number(), isArchived: z.boolean() },
      // Missing in those that earlier releases stored.
      absentCountsAsZero: z._default(z.boolean(), false),
    }),
  ),
  rows: z.array(z.object({ studentId: z.string(), student: z.string(), admissionNumber: z.string(), leftOn: z.nullable(z.string()) })),
  scores: z.record(z.string(), z.record(z.string(), z.union([z.number(), z.enum(['absent', 'exempt'])]))),
  scale: z.nullable(
    z.object({
      curriculum: z.enum(['cbc', '8-4-4']),
      isProvisional: z.boolean(),
      bands: z.array(z.object({ code: z.string(), label: z.string(), from: z.nullable(z.number()) })),
    }),
  ),
});

export const gradebookKeys = {
  book: (gradebookId: GradebookId) => ['grades', 'book', gradebookId] as const,
  revision: (gradebookId: GradebookId) => ['gradebook revision', gradebookId] as const,
};

/** The gradebook of a class in a subject and term. */
export async function getGradebook(db: Db, { classId, subjectId, termId }: GradebookId): Promise<Gradebook> {
  const [assessments, students, grades, scale] = await Promise.all([
    db
      .from('assessments')
      .select('id, name, max_score, weight, archived_at, absent_counts_as_zero')
      .eq('class_id', classId)
      .eq('subject_id', subjectId)
      .eq('term_id', termId)
      .order('created_at')
      .order('name')
      .limit(60),
    db.rpc('gradebook_students', { class_id: classId, subject_id: subjectId, term_id: termId }, { get: true }).limit(500),
    // A class with many assessments has more marks than one response: three are asked at once.
    readAll(
      (from, to) =>
        db
          .from('grades')
          .select('student_id, assessment_id, score, absence')
          .eq('class_id', classId)
          .eq('subject_id', subjectId)
          .eq('term_id', termId)
          .order('id')
          .range(from, to),
      3,
    ),
    db.rpc('class_scale', { class_id: classId, term_id: termId }, { get: true }),
  ]);
  const columns = unwrap(assessments).map((row) => ({
    id: row.id,
    name: row.name,
    maxScore: row.max_score,
    weight: row.weight,
    isArchived: row.archived_at !== null,
    absentCountsAsZero: row.absent_counts_as_zero,
  }));
  const scores: Record<string, Record<string, Mark>> = {};
  for (const grade of grades) {
    const mark = markOf(grade);
    if (mark !== null) (scores[grade.student_id] ??= {})[grade.assessment_id] = mark;
  }
  return {
    assessments: columns,
    scores,
    scale: z.nullable(gradingScaleSchema).parse(unwrapNullable(scale)),
    rows: unwrap(students).map((row) => ({
      studentId: row.id,
      student: row.name,
      admissionNumber: row.admission_number,
      leftOn: nullable(row.left_on),
    })),
  };
}

/** Adds, updates, archives or restores an assessment; resolves to its id. */
export async function saveAssessment(
  db: Db,
  {
    gradebookId,
    id,
    fields,
    isArchived = false,
  }: { gradebookId: GradebookId; id?: string | undefined; fields: AssessmentFields; isArchived?: boolean },
): Promise<string> {
  return unwrap(
    await db.rpc('save_assessment', {
      class_id: gradebookId.classId,
      subject_id: gradebookId.subjectId,
      term_id: gradebookId.termId,
      name: fields.name,
      max_score: fields.maxScore,
      weight: fields.weight,
      ...(id ? { assessment_id: id } : {}),
      archived: isArchived,
    }),
  );
}

/** Changes whenever a mark or a column of the gradebook is written or removed; much smaller to read than the gradebook. */
export async function getGradebookRevision(db: Db, { classId, subjectId, termId }: GradebookId): Promise<string> {
  const [latest, assessments] = await Promise.all([
    db
      .from('grades')
      .select('updated_at', { count: 'exact' })
      .eq('class_id', classId)
      .eq('subject_id', subjectId)
      .eq('term_id', termId)
      .order('updated_at', { ascending: false })
      .limit(1),
    db
      .from('assessments')
      .select('id, name, max_score, weight, archived_at, absent_counts_as_zero')
      .eq('class_id', classId)
      .eq('subject_id', subjectId)
      .eq('term_id', termId)
      .order('id')
      .limit(60),
  ]);
  const { rows, total } = unwrapPage(latest);
  return JSON.stringify([total, rows[0]?.updated_at, unwrap(assessments)]);
}
