import * as z from '@masomo/data/zod';
import { unwrap, type Db } from '@masomo/data';
import type { ListFilter, ListPage } from '../listing.ts';
import { nullable } from '../nullable.ts';

/** What makes marks besides people. */
export const markSources = ['gate', 'reader'] as const;
export const attendanceStatuses = ['present', 'absent', 'late', 'excused'] as const;
export type AttendanceStatus = (typeof attendanceStatuses)[number];

/** A register as `getRegister` returns it, for parsing one that a device stored. */
export const registerSchema = z.object({
  /** The term that the day is in; null on a day outside the school's terms, when nothing can be marked. */
  term: z.nullable(z.string()),
  lines: z.array(
    z.object({
      studentId: z.string(),
      student: z.string(),
      admissionNumber: z.string(),
      status: z.nullable(z.enum(attendanceStatuses)),
      /** Absent in a register that a device stored before, null for a mark that a person made. */
      source: z.optional(z.nullable(z.enum(markSources))),
    }),
  ),
});
export type Register = z.infer<typeof registerSchema>;
/** A student of a register and the mark so far. */
export type RegisterLine = Register['lines'][number];

/**
 * A mark to write, or with null to clear. `seen` lists what the sender believes the database may hold; null stands for no mark. `age` is how many
 * seconds ago it was made: what the same person recorded before is seen as well.
 */
export type MarkWrite = {
  studentId: string;
  status: AttendanceStatus | null;
  seen: readonly (AttendanceStatus | null)[];
  age?: number | undefined;
};

/** What became of a mark; `changed` carries what someone else saved in the meantime. */
export type MarkResult = { student_id: string } & (
  { outcome: 'kept' | 'not_in_class' } | { outcome: 'changed'; status: AttendanceStatus; by: string | null; at: string }
);

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

const readSchema = z.object({
  term: z.nullable(z.string()),
  students: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      admission_number: z.string(),
      status: z.nullable(z.enum(attendanceStatuses)),
      source: z.optional(z.nullable(z.enum(markSources))),
    }),
  ),
});

/** The register of a class on a day (`2026-11-21`): who was in the class that day, each with the mark so far. */
export async function getRegister(db: Db, { classId, day }: { classId: string; day: string }): Promise<Register> {
  const { term, students } = readSchema.parse(unwrap(await db.rpc('class_register', { class_id: classId, day }, { get: true })));
  return {
    term,
    lines: students.map(({ id, name, admission_number, status, source }) => ({
      studentId: id,
      student: name,
      admissionNumber: admission_number,
      status,
      source,
    })),
  };
}

/** Progress of the registers of a day, class by class, of those the caller may take. */
export async function listRegisterProgress(db: Db, filter: RegisterFilter): Promise<ListPage<RegisterProgress>> {
  const rows = unwrap(
    await db.rpc(
      'register_progress',
      { day: filter.day, is_not_started: filter.isNotStarted, skipped: filter.page * filter.pageSize, size: filter.pageSize },
      { get: true },
    ),
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ total: _, ...row }) => ({ ...row, marked: row.present + row.late + row.excused + row.absent })),
  };
}

/** Records marks, and clears those of which the status is null. A mark is written only over a status in its `seen`, so repeating a request is harmless. */
export async function recordAttendance(
  db: Db,
  { classId, day, marks }: { classId: string; day: string; marks: readonly MarkWrite[] },
): Promise<MarkResult[]> {
  const rows = unwrap(
    await db.rpc('record_attendance', {
      class_id: classId,
      day,
      marks: marks.map(({ studentId, status, seen, age }) => ({
        student_id: studentId,
        status,
        seen: [...seen],
        ...(age === undefined ? {} : { age }),
      })),
    }),
  );
  return rows.map(({ student_id, outcome, status, by, at }) =>
    outcome === 'changed'
      ? { student_id, outcome, status, by: nullable(by), at }
      : { student_id, outcome: outcome === 'kept' ? 'kept' : 'not_in_class' },
  );
}
