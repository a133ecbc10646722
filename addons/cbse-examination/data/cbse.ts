import { unwrap, type Db } from '@masomo/data';
import { readAll } from '@masomo/data/readAll';
import { cbseCardsSchema, type CbseCards } from './cards.ts';

/** What makes up a hundred marks; `bestOf`: how many of its tests count, null for all. */
export type Component = { id: string; name: string; outOf: number; bestOf: number | null };
export type Scheme = {
  id: string;
  name: string;
  /** Percent of the year for each of its parts. */
  weights: number[];
  areaGrades: string[];
  components: Component[];
  /** Highest first. */
  bands: { grade: string; lowest: number }[];
  areas: { id: string; name: string }[];
};
/** A class that is examined in a year. */
export type YearClass = {
  id: string;
  classId: string;
  className: string;
  schemeId: string;
  scheme: string;
  /** The parts of the year by the name of their term, and whether families see them. */
  parts: { part: number; name: string; isPublished: boolean }[];
  year: string;
};
export type Test = { id: string; componentId: string; name: string; maxScore: number };
export type Absence = 'absent' | 'exempt';
export type Mark = { score: number | null; absence: Absence | null };
export type SheetId = { yearClassId: string; subjectId: string; part: number };
/** A mark sheet; marks by test and student. */
export type Sheet = { tests: Test[]; marks: Readonly<Record<string, Readonly<Record<string, Mark>>>> };
export type MarkedStudent = { id: string; name: string; admissionNumber: string; hasLeft: boolean };
/** Co-scholastic grades by student and area, and remarks by student, of a part. */
export type Areas = { grades: Readonly<Record<string, Readonly<Record<string, string>>>>; remarks: Readonly<Record<string, string>> };

export const cbseKeys = {
  schemes: () => ['cbse', 'schemes'] as const,
  classes: () => ['cbse', 'classes'] as const,
  progress: () => ['cbse', 'progress'] as const,
  students: (yearClassId: string) => ['cbse', 'students', yearClassId] as const,
  sheet: (sheet: SheetId) => ['cbse', 'sheet', sheet] as const,
  areas: (yearClassId: string, part: number) => ['cbse', 'areas', yearClassId, part] as const,
  cards: (yearClassId: string) => ['cbse', 'cards', yearClassId] as const,
  ofStudent: (studentId: string) => ['cbse', 'of student', studentId] as const,
  family: () => ['cbse', 'family'] as const,
};

export async function listSchemes(db: Db): Promise<Scheme[]> {
  const rows = unwrap(
    await db
      .from('cbse_schemes')
      .select(
        'id, name, weights, area_grades, cbse_components(id, name, out_of, best_of, position), cbse_bands(grade, lowest), cbse_areas(id, name, position)',
      )
      .order('name'),
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    weights: row.weights,
    areaGrades: row.area_grades,
    components: row.cbse_components
      .toSorted((a, b) => a.position - b.position)
      .map(({ id, name, out_of: outOf, best_of: bestOf }) => ({ id, name, outOf, bestOf })),
    bands: row.cbse_bands.toSorted((a, b) => b.lowest - a.lowest),
    areas: row.cbse_areas.toSorted((a, b) => a.position - b.position).map(({ id, name }) => ({ id, name })),
  }));
}

/** The classes of the year whose marks the caller may see, the latest year first. */
export async function listYearClasses(db: Db): Promise<YearClass[]> {
  const rows = unwrap(
    await db
      .from('cbse_classes')
      .select(
        'id, class_id, scheme_id, first_published_at, last_published_at, classes(name), cbse_schemes(name, weights), first:school_terms!cbse_classes_first_term_id_school_id_fkey(name), last:school_terms!cbse_classes_last_term_id_school_id_fkey(name, ends_on)',
      )
      .limit(500),
  );
  return rows
    .toSorted((a, b) => b.last.ends_on.localeCompare(a.last.ends_on) || a.classes.name.localeCompare(b.classes.name))
    .map((row) => {
      const last = { part: row.cbse_schemes.weights.length, name: row.last.name, isPublished: row.last_published_at !== null };
      const first = { part: 1, name: row.first.name, isPublished: row.first_published_at !== null };
      return {
        id: row.id,
        classId: row.class_id,
        className: row.classes.name,
        schemeId: row.scheme_id,
        scheme: row.cbse_schemes.name,
        parts: last.part === 1 ? [last] : [first, last],
        year: row.first.name === row.last.name ? row.last.name : `${row.first.name} – ${row.last.name}`,
      };
    });
}

/** How many cells of its mark sheets a class has, and how many of them are filled, by class of the year. */
export async function listProgress(db: Db): Promise<Record<string, { cells: number; marked: number }>> {
  const rows = unwrap(await db.rpc('cbse_class_progress', {}, { get: true }));
  return Object.fromEntries(rows.map(({ cbse_class_id: id, cells, marked }) => [id, { cells, marked }]));
}

export async function listMarkedStudents(db: Db, yearClassId: string): Promise<MarkedStudent[]> {
  const rows = unwrap(await db.rpc('cbse_students', { cbse_class_id: yearClassId }, { get: true }).limit(500));
  return rows.map((row) => ({ id: row.id, name: row.name, admissionNumber: row.admission_number, hasLeft: row.has_left }));
}

/** The tests of a subject in a part of the year, and their marks. */
export async function getSheet(db: Db, { yearClassId, subjectId, part }: SheetId): Promise<Sheet> {
  const tests = unwrap(
    await db
      .from('cbse_tests')
      .select('id, component_id, name, max_score')
      .eq('cbse_class_id', yearClassId)
      .eq('subject_id', subjectId)
      .eq('part', part)
      .order('created_at')
      .order('name')
      .limit(60),
  );
  const marks: Record<string, Record<string, Mark>> = {};
  const ids = tests.map(({ id }) => id);
  const read = await readAll((from, to) =>
    db
      .from('cbse_marks')
      .select('test_id, student_id, score, absence')
      .in('test_id', ids)
      .order('test_id')
      .order('student_id')
      .range(from, to),
  );
  for (const row of read)
    (marks[row.test_id] ??= {})[row.student_id] = {
      score: row.score,
      absence: row.absence === 'absent' || row.absence === 'exempt' ? row.absence : null,
    };
  return {
    tests: tests.map(({ id, component_id: componentId, name, max_score: maxScore }) => ({ id, componentId, name, maxScore })),
    marks,
  };
}

export async function getAreas(db: Db, { yearClassId, part }: { yearClassId: string; part: number }): Promise<Areas> {
  const [gradings, remarks] = await Promise.all([
    readAll((from, to) =>
      db
        .from('cbse_gradings')
        .select('student_id, area_id, grade')
        .eq('cbse_class_id', yearClassId)
        .eq('part', part)
        .order('student_id')
        .order('area_id')
        .range(from, to),
    ),
    db.from('cbse_remarks').select('student_id, remark').eq('cbse_class_id', yearClassId).eq('part', part).order('student_id'),
  ]);
  const grades: Record<string, Record<string, string>> = {};
  for (const { student_id: student, area_id: area, grade } of gradings) (grades[student] ??= {})[area] = grade;
  return { grades, remarks: Object.fromEntries(unwrap(remarks).map(({ student_id: student, remark }) => [student, remark])) };
}

/** A function without cards to show answers null, which is no failure. */
function cardsOf(response: Parameters<typeof unwrap<unknown>>[0]): CbseCards | null {
  return response.error === null && response.data === null ? null : cbseCardsSchema.parse(unwrap(response));
}

/** The report cards of a class of the year; null where the caller may not see them. */
export async function getCards(db: Db, yearClassId: string): Promise<CbseCards | null> {
  return cardsOf(await db.rpc('cbse_cards', { cbse_class_id: yearClassId }, { get: true }));
}

/** A student's card of the latest year in which their class was examined; null without one. */
export async function getLatestCard(db: Db, studentId: string): Promise<CbseCards | null> {
  return cardsOf(await db.rpc('student_cbse_card', { student_id: studentId }, { get: true }));
}

/** The published cards of the caller or the caller's children, the latest year first. */
export async function listFamilyCards(db: Db): Promise<CbseCards[]> {
  return (unwrap(await db.rpc('family_cbse_cards', {}, { get: true })) as unknown[]).map((cards) => cbseCardsSchema.parse(cards));
}
