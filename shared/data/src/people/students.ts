import * as z from '@masomo/data/zod';
import { unwrap, unwrapPage, type Db } from '@masomo/data';
import { gradingScaleSchema } from '@masomo/domain/gradingScale';
import { fullName, surnameFirst } from '@masomo/domain/personName';
import { rangeOf, schoolFirst, sortColumn, type ListFilter, type ListPage } from '../listing.ts';
import { ifUnchanged, type ReadVersion } from '../recordVersions.ts';

export const studentStatuses = ['active', 'suspended', 'graduated', 'left'] as const;
export type StudentStatus = (typeof studentStatuses)[number];

export type Boarding = 'day' | 'boarder';

/** One line of the list of students. */
export type StudentRow = {
  id: string;
  admissionNumber: string;
  name: string;
  /** `Njeri, Brian`, as the list is sorted. */ listedName: string;
  classId: string | null;
  className: string;
  status: StudentStatus;
  /** Null where nobody has said. */
  boarding: Boarding | null;
  admittedOn: string;
};
/** Filters of a list of students; empty means all. */
export type StudentFilter = ListFilter & { classId: string; status: StudentStatus | '' };

const profileSchema = z.object({
  id: z.string(),
  admission_number: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  gender: z.nullable(z.enum(['female', 'male'])),
  boarding: z.nullish(z.enum(['day', 'boarder'])),
  date_of_birth: z.nullable(z.string()),
  class_id: z.nullable(z.string()),
  class_name: z.nullable(z.string()),
  status: z.enum(studentStatuses),
  admitted_on: z.string(),
  updated_at: z.string(),
  guardians: z.array(
    z.object({
      id: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      phone: z.nullable(z.string()),
      email: z.nullable(z.string()),
      relationship: z.string(),
      is_primary: z.boolean(),
      has_account: z.boolean(),
      updated_at: z.string(),
    }),
  ),
  enrolments: z.array(z.object({ id: z.string(), class_name: z.string(), started_on: z.string(), ended_on: z.nullable(z.string()) })),
  attendance: z.partialRecord(z.enum(['present', 'absent', 'late', 'excused']), z.number()),
  absences: z.array(z.object({ day: z.string(), status: z.string(), note: z.nullable(z.string()) })),
  results: z.array(
    z.object({
      term_id: z.string(),
      term: z.string(),
      subject: z.string(),
      percent: z.number(),
      assessments: z.number(),
      has_mean: z.boolean(),
      scale: z.nullable(gradingScaleSchema),
    }),
  ),
  fees: z.nullable(z.object({ charged: z.number(), paid: z.number(), balance: z.number() })),
});
/** Everything on a student's page; `fees` is null for everyone but administrators. */
export type StudentProfile = z.infer<typeof profileSchema>;
export type Guardian = StudentProfile['guardians'][number];

/** Fields of the student form; unknown values are empty. */
export type StudentFields = {
  admissionNumber: string;
  firstName: string;
  lastName: string;
  gender: '' | 'female' | 'male';
  boarding: '' | Boarding;
  dateOfBirth: string;
  classId: string;
  admittedOn: string;
};
export type GuardianFields = {
  firstName: string;
  lastName: string;
  relationship: string;
  phone: string;
  email: string;
  isPrimary: boolean;
};

export const studentKeys = {
  list: (filter: StudentFilter) => ['students', 'list', filter] as const,
  one: (id: string) => ['students', 'one', id] as const,
};

/** Students by admission number, name or guardian; row-level security limits them to those the caller may see. */
export async function listStudentRows(db: Db, filter: StudentFilter): Promise<ListPage<StudentRow>> {
  let query = (
    filter.search.trim()
      ? db.rpc('search_students', { search: filter.search }, { get: true, count: 'exact' })
      : db.from('students').select('*', { count: 'exact' })
  ).select(
    'id, admission_number, first_name, last_name, status, boarding, admitted_on, class_id, classes!students_class_id_school_id_fkey(name, name_key)',
  );
  if (filter.classId) query = query.eq('class_id', filter.classId);
  if (filter.status) query = query.eq('status', filter.status);
  const ascending = !filter.sort.descending;
  const sorted =
    filter.sort.column === 'class'
      ? query.order('classes(name_key)', { ascending }).order('last_name')
      : query
          .order(schoolFirst)
          .order(sortColumn(filter.sort.column, ['last_name', 'admission_number', 'admitted_on', 'status']), { ascending });
  const { rows, total } = unwrapPage(
    await sorted
      .order('first_name')
      .order('id')
      .range(...rangeOf(filter)),
  );
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      admissionNumber: row.admission_number,
      name: fullName(row.first_name, row.last_name),
      listedName: surnameFirst(row.first_name, row.last_name),
      classId: row.class_id,
      className: row.classes?.name ?? '',
      status: row.status,
      boarding: row.boarding,
      admittedOn: row.admitted_on,
    })),
  };
}

/** Everything on a student's page; throws `not-found` for a student the caller may not see. */
export async function getStudentProfile(db: Db, id: string): Promise<StudentProfile> {
  return profileSchema.parse(unwrap(await db.rpc('student_profile', { student_id: id }, { get: true })));
}

/** Admits or updates a student; resolves to the id. */
export async function saveStudent(
  db: Db,
  { id, fields, read }: { id?: string | undefined; fields: StudentFields; read?: ReadVersion | undefined },
): Promise<string> {
  const saving = db.rpc('save_student', {
    admission_number: fields.admissionNumber,
    first_name: fields.firstName,
    last_name: fields.lastName,
    ...(fields.gender ? { gender: fields.gender } : {}),
    ...(fields.boarding ? { boarding: fields.boarding } : {}),
    ...(fields.dateOfBirth ? { date_of_birth: fields.dateOfBirth } : {}),
    ...(fields.classId ? { class_id: fields.classId } : {}),
    ...(fields.admittedOn ? { admitted_on: fields.admittedOn } : {}),
    ...(id ? { student_id: id } : {}),
  });
  return unwrap(await ifUnchanged(saving, read));
}

/** Moves students to another class from a day on (`2026-11-21`); resolves to how many moved. */
export async function moveStudents(
  db: Db,
  { ids, classId, fromDay }: { ids: readonly string[]; classId: string; fromDay: string },
): Promise<{ moved: number }> {
  return { moved: unwrap(await db.rpc('move_students', { student_ids: [...ids], class_id: classId, from_day: fromDay })) };
}

/** Changes the status of students; resolves to how many changed. */
export async function setStudentsStatus(
  db: Db,
  { ids, status }: { ids: readonly string[]; status: StudentStatus },
): Promise<{ changed: number }> {
  return { changed: unwrap(await db.rpc('set_students_status', { student_ids: [...ids], status })) };
}

/** Adds or updates a guardian; resolves to the guardian's id. */
export async function saveGuardian(
  db: Db,
  { studentId, id, fields, read }: { studentId: string; id?: string | undefined; fields: GuardianFields; read?: ReadVersion | undefined },
): Promise<string> {
  const saving = db.rpc('save_guardian', {
    student_id: studentId,
    first_name: fields.firstName,
    last_name: fields.lastName,
    relationship: fields.relationship,
    phone: fields.phone,
    email: fields.email,
    is_primary: fields.isPrimary,
    ...(id ? { guardian_id: id } : {}),
  });
  return unwrap(await ifUnchanged(saving, read));
}

/** Removes a guardian from a student; the reason is in the log. */
export async function removeGuardian(
  db: Db,
  { studentId, id, reason }: { studentId: string; id: string; reason: string },
): Promise<string> {
  const { error, status } = await db.rpc('remove_guardian', { student_id: studentId, guardian_id: id, reason });
  return unwrap({ data: id, error, status });
}

/** Makes students day scholars or boarders; resolves to how many changed. */
export async function setStudentsBoarding(
  db: Db,
  { ids, boarding }: { ids: readonly string[]; boarding: Boarding },
): Promise<{ changed: number }> {
  return { changed: unwrap(await db.rpc('set_students_boarding', { student_ids: [...ids], boarding })) };
}
