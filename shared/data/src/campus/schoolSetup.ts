import * as z from '@masomo/data/zod';
import { unwrap, type Db } from '@masomo/data';
import { ifUnchanged, type ReadVersion } from '../recordVersions.ts';

export type ClassFields = { name: string; level: string; room: string; teacherId: string; campusId: string };
export type TermFields = { name: string; startsOn: string; endsOn: string };
export type Campus = ReadVersion & { name: string; address: string; phone: string };
export type CampusFields = Omit<Campus, keyof ReadVersion>;
export type Subject = ReadVersion & { name: string; code: string };
export type SubjectFields = Omit<Subject, keyof ReadVersion>;
export type StaffFields = {
  staffNumber: string;
  firstName: string;
  lastName: string;
  jobTitle: string;
  department: string;
  email: string;
  phone: string;
  employedOn: string;
};

const profileSchema = z.object({
  id: z.string(),
  updated_at: z.string(),
  name: z.string(),
  level: z.string(),
  room: z.nullable(z.string()),
  is_active: z.boolean(),
  class_teacher_id: z.nullable(z.string()),
  class_teacher: z.nullable(z.string()),
  campus_id: z.nullable(z.string()),
  campus: z.nullable(z.string()),
  attendance: z.nullable(z.number()),
  students: z.object({ all: z.number(), girls: z.number(), boys: z.number() }),
  subjects: z.array(z.object({ id: z.string(), name: z.string(), teacher_id: z.nullable(z.string()), teacher: z.nullable(z.string()) })),
  lessons: z.array(
    z.object({
      id: z.string(),
      weekday: z.number(),
      starts_at: z.string(),
      ends_at: z.string(),
      room: z.nullable(z.string()),
      subject: z.string(),
      teacher: z.nullable(z.string()),
    }),
  ),
});
/** Everything on a class's page. */
export type ClassProfile = z.infer<typeof profileSchema>;

export const schoolSetupKeys = {
  teachers: (schoolId: string) => ['users', 'teachers', schoolId] as const,
  campuses: (schoolId: string) => ['schools', 'campuses', schoolId] as const,
  subjects: (schoolId: string) => ['classes', 'subjects', schoolId] as const,
  classProfile: (id: string) => ['classes', 'profile', id] as const,
};

/** Active teachers and administrators, who may be class teachers. */
export async function listTeachers(db: Db, schoolId: string): Promise<{ id: string; name: string }[]> {
  const rows = unwrap(
    await db
      .from('users')
      .select('id, first_name, last_name, email')
      .eq('school_id', schoolId)
      .in('role', ['teacher', 'admin'])
      .eq('is_active', true)
      .order('last_name')
      .limit(500),
  );
  return rows.map((row) => ({ id: row.id, name: [row.first_name, row.last_name].filter(Boolean).join(' ') || (row.email ?? '') }));
}

/** Everything on a class's page; throws `not-found` for a class the caller may not see. */
export async function getClassProfile(db: Db, id: string): Promise<ClassProfile> {
  return profileSchema.parse(unwrap(await db.rpc('class_profile', { class_id: id }, { get: true })));
}

/** Adds or updates a class; resolves to its id. */
export async function saveClass(
  db: Db,
  {
    id,
    fields: { name, level, room, teacherId, campusId },
    read,
  }: { id?: string | undefined; fields: ClassFields; read?: ReadVersion | undefined },
): Promise<string> {
  const saving = db.rpc('save_class', {
    name,
    level,
    room,
    ...(teacherId ? { class_teacher_id: teacherId } : {}),
    ...(campusId ? { campus_id: campusId } : {}),
    ...(id ? { class_id: id } : {}),
  });
  return unwrap(await ifUnchanged(saving, read));
}

/** Archives a class without students, or restores it. */
export async function setClassActive(db: Db, { id, isActive }: { id: string; isActive: boolean }): Promise<string> {
  const { error, status } = await db.rpc('set_class_active', { class_id: id, is_active: isActive });
  return unwrap({ data: id, error, status });
}

/** Removes a class without records; refused with what is in the way otherwise. */
export async function removeClass(db: Db, id: string): Promise<string> {
  const { error, status } = await db.rpc('remove_class', { class_id: id });
  return unwrap({ data: id, error, status });
}

/** Adds or updates a term; resolves to its id. */
export async function saveTerm(
  db: Db,
  { id, fields: { name, startsOn, endsOn }, read }: { id?: string | undefined; fields: TermFields; read?: ReadVersion | undefined },
): Promise<string> {
  const saving = db.rpc('save_term', { name, starts_on: startsOn, ends_on: endsOn, ...(id ? { term_id: id } : {}) });
  return unwrap(await ifUnchanged(saving, read));
}

/** Closes a term that is over: its marks, registers and fees stay as they are. */
export async function closeTerm(db: Db, id: string): Promise<string> {
  const { error, status } = await db.rpc('close_term', { term_id: id });
  return unwrap({ data: id, error, status });
}

/** Opens a closed term again; the reason is in the log. */
export async function reopenTerm(db: Db, { id, reason }: { id: string; reason: string }): Promise<string> {
  const { error, status } = await db.rpc('reopen_term', { term_id: id, reason });
  return unwrap({ data: id, error, status });
}

/** Deletes a term nothing belongs to yet. */
export async function removeTerm(db: Db, id: string): Promise<string> {
  const { error, status } = await db.rpc('remove_term', { term_id: id });
  return unwrap({ data: id, error, status });
}

/** Campuses of a school. */
export async function listCampuses(db: Db, schoolId: string): Promise<Campus[]> {
  const rows = unwrap(
    await db.from('campuses').select('id, name, address, phone, updated_at').eq('school_id', schoolId).order('name').limit(100),
  );
  return rows.map((row) => ({ id: row.id, name: row.name, address: row.address ?? '', phone: row.phone ?? '', updatedAt: row.updated_at }));
}

/** Adds or updates a campus; resolves to its id. */
export async function saveCampus(
  db: Db,
  { id, fields, read }: { id?: string | undefined; fields: CampusFields; read?: ReadVersion | undefined },
): Promise<string> {
  return unwrap(await ifUnchanged(db.rpc('save_campus', { ...fields, ...(id ? { campus_id: id } : {}) }), read));
}

/** Deletes a campus no class is at. */
export async function removeCampus(db: Db, id: string): Promise<string> {
  const { error, status } = await db.rpc('remove_campus', { campus_id: id });
  return unwrap({ data: id, error, status });
}

/** Subjects of a school. */
export async function listSubjects(db: Db, schoolId: string): Promise<Subject[]> {
  const rows = unwrap(await db.from('subjects').select('id, name, code, updated_at').eq('school_id', schoolId).order('name').limit(200));
  return rows.map((row) => ({ id: row.id, name: row.name, code: row.code ?? '', updatedAt: row.updated_at }));
}

/** Adds or updates a subject; resolves to its id. */
export async function saveSubject(
  db: Db,
  { id, fields, read }: { id?: string | undefined; fields: SubjectFields; read?: ReadVersion | undefined },
): Promise<string> {
  return unwrap(await ifUnchanged(db.rpc('save_subject', { ...fields, ...(id ? { subject_id: id } : {}) }), read));
}

/** Deletes a subject nobody teaches. */
export async function removeSubject(db: Db, id: string): Promise<string> {
  const { error, status } = await db.rpc('remove_subject', { subject_id: id });
  return unwrap({ data: id, error, status });
}

/** Assigns a subject to a class, with or without a teacher. */
export async function setClassSubject(
  db: Db,
  { classId, subjectId, teacherId }: { classId: string; subjectId: string; teacherId: string },
): Promise<string> {
  const { error, status } = await db.rpc('set_class_subject', {
    class_id: classId,
    subject_id: subjectId,
    ...(teacherId ? { teacher_id: teacherId } : {}),
  });
  return unwrap({ data: subjectId, error, status });
}

/** Removes a subject from a class; refused once marks were given in it. */
export async function removeClassSubject(db: Db, { classId, subjectId }: { classId: string; subjectId: string }): Promise<string> {
  const { error, status } = await db.rpc('remove_class_subject', { class_id: classId, subject_id: subjectId });
  return unwrap({ data: subjectId, error, status });
}

/** Adds or updates a staff member; resolves to the id. */
export async function saveStaffMember(
  db: Db,
  { id, fields, read }: { id?: string | undefined; fields: StaffFields; read?: ReadVersion | undefined },
): Promise<string> {
  const saving = db.rpc('save_staff_member', {
    staff_number: fields.staffNumber,
    first_name: fields.firstName,
    last_name: fields.lastName,
    job_title: fields.jobTitle,
    department: fields.department,
    email: fields.email,
    phone: fields.phone,
    ...(fields.employedOn ? { employed_on: fields.employedOn } : {}),
    ...(id ? { staff_id: id } : {}),
  });
  return unwrap(await ifUnchanged(saving, read));
}

/** Marks a staff member as having left or returned; their account is deactivated or activated with it. */
export async function setStaffActive(db: Db, { id, isActive }: { id: string; isActive: boolean }): Promise<string> {
  const { error, status } = await db.rpc('set_staff_active', { staff_id: id, is_active: isActive });
  return unwrap({ data: id, error, status });
}
