import { unwrap, type Db } from '@masomo/data';

/** The students who are in a class now, as far as the caller may see them. */
export async function listClassStudents(db: Db, classId: string): Promise<string[]> {
  const rows = unwrap(await db.from('students').select('id').eq('class_id', classId).eq('status', 'active').order('id').limit(200));
  return rows.map(({ id }) => id);
}
