import { unwrap, type Db } from '@masomo/data';
import { ifUnchanged, type ReadVersion } from '../recordVersions.ts';

/** Fields of a lesson. Times are local to the school (`08:20`). */
export type LessonFields = { subjectId: string; teacherId: string; weekday: number; startsAt: string; endsAt: string; room: string };

export const lessonKeys = { one: (id: string) => ['lessons', 'one', id] as const };

/** Reads a lesson for editing. */
export async function getLesson(db: Db, id: string): Promise<LessonFields & ReadVersion> {
  const row = unwrap(
    await db.from('lessons').select('id, updated_at, subject_id, teacher_id, weekday, starts_at, ends_at, room').eq('id', id).single(),
  );
  return {
    id: row.id,
    updatedAt: row.updated_at,
    subjectId: row.subject_id,
    teacherId: row.teacher_id ?? '',
    weekday: row.weekday,
    startsAt: row.starts_at.slice(0, 5),
    endsAt: row.ends_at.slice(0, 5),
    room: row.room ?? '',
  };
}

/** Adds or updates a lesson. Throws `invalid` with a message when the class, teacher or room is busy at that time. */
export async function saveLesson(
  db: Db,
  {
    id,
    schoolId,
    classId,
    fields,
    read,
  }: { id?: string | undefined; schoolId: string; classId: string; fields: LessonFields; read?: ReadVersion | undefined },
): Promise<string> {
  const row = {
    subject_id: fields.subjectId,
    teacher_id: fields.teacherId || null,
    weekday: fields.weekday,
    starts_at: fields.startsAt,
    ends_at: fields.endsAt,
    room: fields.room || null,
  };
  if (id) return unwrap(await ifUnchanged(db.from('lessons').update(row).eq('id', id), read).select('id').single()).id;
  return unwrap(
    await db
      .from('lessons')
      .insert({ ...row, school_id: schoolId, class_id: classId })
      .select('id')
      .single(),
  ).id;
}

/** Removes a lesson from the timetable. */
export async function removeLesson(db: Db, id: string): Promise<string> {
  return unwrap(await db.from('lessons').delete().eq('id', id).select('id').single()).id;
}
