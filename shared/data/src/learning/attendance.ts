import * as z from 'zod/mini';
import { unwrap, unwrapPage, type Db } from '@masomo/data';
import { rangeOf, type ListFilter, type ListPage } from '../listing.ts';

export const attendanceStatuses = ['present', 'absent', 'late', 'excused'] as const;
export type AttendanceStatus = (typeof attendanceStatuses)[number];

/** A register as `getRegister` returns it, for parsing one that a device stored. */
export const registerSchema = z.array(
  z.object({ studentId: z.string(), student: z.string(), admissionNumber: z.string(), status: z.nullable(z.enum(attendanceStatuses)) }),
);
/** A student of a register and the mark so far. */
export type RegisterLine = z.infer<typeof registerSchema>[number];

/** A mark to write. `seen` lists what the sender believes the database may hold; null stands for no mark. */
export type MarkWrite = { studentId: string; status: AttendanceStatus; seen: readonly (AttendanceStatus | null)[] };

const markResultSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('kept'), student_id: z.string() }),
  z.object({ outcome: z.literal('not_in_class'), student_id: z.string() }),
  z.object({
    outcome: z.literal('changed'),
    student_id: z.string(),
    status: z.enum(attendanceStatuses),
    by: z.nullable(z.string()),
    at: z.string(),
  }),
]);
/** What became of a mark; `changed` carries what someone else saved in the meantime. */
export type MarkResult = z.infer<typeof markResultSchema>;

/** Progress of a class's register on a day; it is not started while `marked` is 0. */
export type RegisterProgress = {
  id: string;
  name: string;
  students: number;
  marked: number;
  present: number;
  late: number;
  excused: number;
  absent: number;
};
/** `isNotStarted` keeps only registers without any mark. */
export type RegisterFilter = Pick<ListFilter, 'page' | 'pageSize'> & { day: string; isNotStarted: boolean };

export const attendanceKeys = {
  registerProgress: (filter: RegisterFilter) => ['attendance', 'states', filter] as const,
  register: (classId: string, day: string) => ['attendance', 'register', classId, day] as const,
};

/** The register of a class on a day (`2026-11-21`): its active students, each with the mark so far. */
export async function getRegister(db: Db, { classId, day }: { classId: string; day: string }): Promise<RegisterLine[]> {
  const [students, marks] = await Promise.all([
    db
      .from('students')
      .select('id, first_name, last_name, admission_number')
      .eq('class_id', classId)
      .eq('status', 'active')
      .order('last_name')
      .order('first_name')
      .limit(200),
    db.from('attendance').select('student_id, status').eq('class_id', classId).eq('day', day).limit(200),
  ]);
  const statusByStudent = new Map(unwrap(marks).map((mark) => [mark.student_id, mark.status]));
  return unwrap(students).map((student) => ({
    studentId: student.id,
    student: `${student.first_name} ${student.last_name}`,
    admissionNumber: student.admission_number,
    status: statusByStudent.get(student.id) ?? null,
  }));
}

/** Progress of the registers of a day, class by class, of those the caller may see. */
export async function listRegisterProgress(db: Db, filter: RegisterFilter): Promise<ListPage<RegisterProgress>> {
  let query = db
    .from('classes')
    .select('id, name, register_days(present, late, excused, absent), students!students_class_id_school_id_fkey(count)', { count: 'exact' })
    .eq('is_active', true)
    .eq('register_days.day', filter.day)
    .eq('students.status', 'active');
  if (filter.isNotStarted) query = query.is('register_days', null);
  const { rows, total } = unwrapPage(
    await query
      .order('name')
      .order('id')
      .range(...rangeOf(filter)),
  );
  return {
    total,
    rows: rows.map(({ id, name, register_days: [counts = { present: 0, late: 0, excused: 0, absent: 0 }], students }) => ({
      id,
      name,
      students: students[0]?.count ?? 0,
      ...counts,
      marked: counts.present + counts.late + counts.excused + counts.absent,
    })),
  };
}

/** Records marks. A mark is written only over a status in its `seen`, so repeating a request is harmless. */
export async function recordAttendance(
  db: Db,
  { classId, day, marks }: { classId: string; day: string; marks: readonly MarkWrite[] },
): Promise<MarkResult[]> {
  const written = await db.rpc('record_attendance', {
    class_id: classId,
    day,
    marks: marks.map(({ studentId, status, seen }) => ({ student_id: studentId, status, seen: [...seen] })),
  });
  return z.array(markResultSchema).parse(unwrap(written));
}
