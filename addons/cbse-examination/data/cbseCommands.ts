import { sayOr, toDataError, unwrap, type Db } from '@masomo/data';
import type { Absence, Mark, SheetId, Test } from './cbse.ts';

type Result = { error: Parameters<typeof toDataError>[0] | null; status: number };
const expectDone = ({ error, status }: Result) => {
  if (error) throw toDataError(error, status);
};

/** Gives the school the schemes of the board that it does not have; resolves to how many. */
export async function addUsualSchemes(db: Db): Promise<number> {
  return unwrap(await db.rpc('add_usual_cbse_schemes'));
}

export type SchemeFields = {
  id?: string;
  name: string;
  weights: number[];
  areaGrades: string[];
  components: { id?: string | undefined; name: string; outOf: number; bestOf: number | null }[];
  bands: { grade: string; lowest: number }[];
  areas: { id?: string | undefined; name: string }[];
};
export async function saveScheme(db: Db, { id, components, areaGrades, ...fields }: SchemeFields): Promise<string> {
  return unwrap(
    await db.rpc('save_cbse_scheme', {
      name: fields.name,
      weights: fields.weights,
      area_grades: areaGrades,
      components: components.map(({ id: known, name, outOf, bestOf }) => ({
        ...(known ? { id: known } : {}),
        name,
        out_of: outOf,
        best_of: bestOf,
      })),
      bands: fields.bands,
      areas: fields.areas.map(({ id: known, name }) => ({ ...(known ? { id: known } : {}), name })),
      ...(id ? { scheme_id: id } : {}),
    }),
  );
}

export type NewYearClass = { classId: string; schemeId: string; firstTermId: string; lastTermId: string };
export async function addYearClass(db: Db, fields: NewYearClass): Promise<string> {
  return unwrap(
    await db.rpc('add_cbse_class', {
      class_id: fields.classId,
      scheme_id: fields.schemeId,
      first_term_id: fields.firstTermId,
      last_term_id: fields.lastTermId,
    }),
  );
}

export async function removeYearClass(db: Db, id: string): Promise<void> {
  expectDone(await db.rpc('remove_cbse_class', { cbse_class_id: id }));
}

/** Shows families the results of a part of the year, or hides them again. */
export async function publishPart(db: Db, { id, part, isPublished }: { id: string; part: number; isPublished: boolean }): Promise<void> {
  expectDone(await db.rpc('publish_cbse_part', { cbse_class_id: id, part, is_published: isPublished }));
}

export async function saveTest(db: Db, { sheet, test }: { sheet: SheetId; test: Omit<Test, 'id'> & { id?: string } }): Promise<string> {
  return unwrap(
    await db.rpc('save_cbse_test', {
      cbse_class_id: sheet.yearClassId,
      subject_id: sheet.subjectId,
      part: sheet.part,
      component_id: test.componentId,
      name: test.name,
      max_score: test.maxScore,
      ...(test.id ? { test_id: test.id } : {}),
    }),
  );
}

export async function removeTest(db: Db, id: string): Promise<void> {
  expectDone(await db.rpc('remove_cbse_test', { test_id: id }));
}

/** A cell to write; `seen` is what it held when it was edited, undefined for nothing. */
export type MarkWrite = { studentId: string; mark: Mark; seen: Mark | undefined };
/** A cell that was not saved, why, and what it holds now. */
export type MarkRefusal = { studentId: string; message: string; mark: Mark };

/** Saves marks of a test and resolves to the cells that were refused; the others are saved. */
export async function saveMarks(db: Db, { testId, cells }: { testId: string; cells: readonly MarkWrite[] }): Promise<MarkRefusal[]> {
  const refused = unwrap(
    await db.rpc('save_cbse_marks', {
      test_id: testId,
      marks: cells.map(({ studentId, mark, seen }) => ({
        student_id: studentId,
        score: mark.score,
        absence: mark.absence,
        seen_score: seen?.score ?? null,
        seen_absence: seen?.absence ?? null,
      })),
    }),
  );
  return refused.map((row) => ({
    studentId: row.student_id,
    message: sayOr(row.said, row.message),
    mark: { score: row.score, absence: row.absence as Absence | null },
  }));
}

export type Grading = { yearClassId: string; studentId: string; areaId: string; part: number; grade: string };
/** Grades a student in a co-scholastic area; an empty grade takes it back. */
export async function saveGrading(db: Db, { yearClassId, studentId, areaId, part, grade }: Grading): Promise<void> {
  expectDone(
    await db.rpc('save_cbse_grading', {
      cbse_class_id: yearClassId,
      student_id: studentId,
      area_id: areaId,
      part,
      ...(grade ? { grade } : {}),
    }),
  );
}

export type Remark = { yearClassId: string; studentId: string; part: number; remark: string };
/** What a student's card says; an empty remark takes it back. */
export async function saveRemark(db: Db, { yearClassId, studentId, part, remark }: Remark): Promise<void> {
  expectDone(await db.rpc('save_cbse_remark', { cbse_class_id: yearClassId, student_id: studentId, part, remark }));
}
