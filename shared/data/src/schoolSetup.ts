import { unwrap, type Db } from '@masomo/data';

export type ClassFields = { name: string; level: string; room: string; teacherId: string };
export type TermFields = { name: string; startsOn: string; endsOn: string };

export const schoolSetupKeys = { teachers: (schoolId: string) => ['users', 'teachers', schoolId] as const };

/** Who may lead a class of the school. */
export async function listTeachers(db: Db, schoolId: string): Promise<{ id: string; name: string }[]> {
  const rows = unwrap(await db.from('users').select('id, first_name, last_name, email').eq('school_id', schoolId).in('role', ['teacher', 'admin']).eq('is_active', true).order('last_name').limit(500));
  return rows.map((row) => ({ id: row.id, name: [row.first_name, row.last_name].filter(Boolean).join(' ') || (row.email ?? '') }));
}

/** Adds a class, or changes one; resolves to its id. */
export async function saveClass(db: Db, { id, fields: { name, level, room, teacherId } }: { id?: string | undefined; fields: ClassFields }): Promise<string> {
  return unwrap(await db.rpc('save_class', { name, level, room, ...(teacherId ? { class_teacher_id: teacherId } : {}), ...(id ? { class_id: id } : {}) }));
}

/** Archives a class nobody is in, or opens it again. */
export async function setClassActive(db: Db, { id, isActive }: { id: string; isActive: boolean }): Promise<string> {
  const { error, status } = await db.rpc('set_class_active', { class_id: id, is_active: isActive });
  return unwrap({ data: id, error, status });
}

/** Adds a term, or changes one; resolves to its id. */
export async function saveTerm(db: Db, { id, fields: { name, startsOn, endsOn } }: { id?: string | undefined; fields: TermFields }): Promise<string> {
  return unwrap(await db.rpc('save_term', { name, starts_on: startsOn, ends_on: endsOn, ...(id ? { term_id: id } : {}) }));
}
