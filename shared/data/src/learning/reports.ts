import * as z from '@masomo/data/zod';
import { unwrap, type Db } from '@masomo/data';
import { gradingScaleSchema } from '@masomo/domain/gradingScale';
import { fullName } from '@masomo/domain/personName';
import { rangeOf, sortColumn, type ListFilter, type ListPage } from '../listing.ts';
import { nullable } from '../nullable.ts';

/** Period of a report; an empty `classId` means the whole school. */
export type ReportPeriod = { from: string; to: string; classId: string };
/** Scope of a results report; an empty `classId` means the whole school. */
export type ReportTerm = { termId: string; classId: string };

const marks = { present: z.number(), late: z.number(), excused: z.number(), absent: z.number() };
const attendanceSchema = z.object({
  step: z.enum(['day', 'week']),
  counts: z.object(marks),
  days: z.array(z.object({ start: z.string(), ...marks })),
  classes: z.array(z.object({ id: z.string(), name: z.string(), ...marks })),
});
export type AttendanceReport = z.infer<typeof attendanceSchema>;
type MarkCounts = AttendanceReport['counts'];

const percentsSchema = z.array(z.object({ percent: z.number(), results: z.number() }));
const countedSchema = z.array(z.object({ id: z.string(), name: z.string(), percents: percentsSchema }));
const meansSchema = z.array(z.object({ id: z.string(), name: z.string(), students: z.number(), mean: z.number() }));
const resultsSchema = z.object({
  students: z.number(),
  mean: z.nullable(z.number()),
  scales: z.array(
    z.object({
      scale: z.nullable(gradingScaleSchema),
      levels: z.array(z.string()),
      percents: percentsSchema,
      /** By subject and by class, where there are no means of them. */
      subjects: z._default(countedSchema, []),
      classes: z._default(countedSchema, []),
    }),
  ),
  subjects: meansSchema,
  classes: meansSchema,
});
/** Results of a term. Means are not rounded and leave out classes whose curriculum has none. */
export type ResultsReport = z.infer<typeof resultsSchema>;

const feesSchema = z.object({
  step: z.enum(['week', 'month']),
  charged: z.number(),
  collected: z.number(),
  /** What is owed less what others have paid ahead. */
  balance: z.number(),
  owed: z.number(),
  overdue: z.number(),
  periods: z.array(z.object({ start: z.string(), charged: z.number(), collected: z.number() })),
  methods: z.array(z.object({ method: z.string(), amount: z.number(), payments: z.number() })),
  classes: z.array(
    z.object({ id: z.nullable(z.string()), name: z.string(), charged: z.number(), collected: z.number(), balance: z.number() }),
  ),
});
/** Fees due and collected, in whole shillings. */
export type FeesReport = z.infer<typeof feesSchema>;

/** A student's attendance; `share` is the percentage of marked days present or late. */
export type StudentAttendance = {
  id: string;
  admissionNumber: string;
  student: string;
  className: string;
  marked: number;
  share: number;
} & MarkCounts;
/** A student's mean over the subjects of a term, in percent and not rounded; null where the curriculum has none. `scaleId` is one of the report's scales. */
export type StudentResults = {
  id: string;
  admissionNumber: string;
  student: string;
  className: string;
  subjects: number;
  mean: number | null;
  scaleId: string | null;
  /** Of each subject, highest first, where there is no mean. */
  percents: readonly number[];
};

/** Classes are sorted as people count: Grade 7 before Grade 10. */
const sortedBy = (column: string, known: readonly [string, ...string[]]) => sortColumn(column, known).replace('class_name', 'class_key');

export const reportKeys = {
  attendance: (period: ReportPeriod) => ['attendance', 'report', period] as const,
  attendanceByStudent: (period: ReportPeriod, filter: ListFilter) => ['attendance', 'by student', period, filter] as const,
  results: (term: ReportTerm) => ['grades', 'report', term] as const,
  resultsByStudent: (term: ReportTerm, filter: ListFilter) => ['grades', 'by student', term, filter] as const,
  fees: (period: ReportPeriod) => ['fees', 'report', period] as const,
};

const periodArgs = ({ from, to, classId }: ReportPeriod) => ({ from_day: from, to_day: to, ...(classId ? { class_id: classId } : {}) });
const termArgs = ({ termId, classId }: ReportTerm) => ({ term_id: termId, ...(classId ? { class_id: classId } : {}) });

// The function returns the total with its rows; `count: exact` would compute the report twice.
const searchArgs = ({ search }: ListFilter) => {
  const words = search.trim();
  return words ? { search: words } : {};
};

/** Attendance of a period, by day or week and by class. */
export async function getAttendanceReport(db: Db, period: ReportPeriod): Promise<AttendanceReport> {
  return attendanceSchema.parse(unwrap(await db.rpc('attendance_report', periodArgs(period), { get: true })));
}

/** Attendance of each student in a period. */
export async function listAttendanceByStudent(db: Db, period: ReportPeriod, filter: ListFilter): Promise<ListPage<StudentAttendance>> {
  const rows = unwrap(
    await db
      .rpc('attendance_by_student', { ...periodArgs(period), ...searchArgs(filter) }, { get: true })
      .order(sortedBy(filter.sort.column, ['share', 'last_name', 'absent', 'late', 'class_name']), { ascending: !filter.sort.descending })
      .order('id')
      .range(...rangeOf(filter)),
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      id: row.id,
      admissionNumber: row.admission_number,
      student: fullName(row.first_name, row.last_name),
      className: row.class_name ?? '',
      marked: row.marked,
      share: row.share,
      present: row.present,
      late: row.late,
      excused: row.excused,
      absent: row.absent,
    })),
  };
}

/** Results of a term, by subject and class. */
export async function getResultsReport(db: Db, term: ReportTerm): Promise<ResultsReport> {
  return resultsSchema.parse(unwrap(await db.rpc('results_report', termArgs(term), { get: true })));
}

/** Each student's mean in a term. */
export async function listResultsByStudent(db: Db, term: ReportTerm, filter: ListFilter): Promise<ListPage<StudentResults>> {
  const rows = unwrap(
    await db
      .rpc('results_by_student', { ...termArgs(term), ...searchArgs(filter) }, { get: true })
      .order(sortedBy(filter.sort.column, ['mean', 'last_name', 'class_name', 'subjects']), {
        ascending: !filter.sort.descending,
        nullsFirst: false,
      })
      .order('class_key')
      .order('last_name')
      .order('id')
      .range(...rangeOf(filter)),
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      id: row.id,
      admissionNumber: row.admission_number,
      student: fullName(row.first_name, row.last_name),
      className: row.class_name ?? '',
      subjects: row.subjects,
      mean: nullable(row.mean),
      scaleId: nullable(row.scale_id),
      percents: row.percents,
    })),
  };
}

/** Fees due, collected and outstanding in a period; administrators only. */
export async function getFeesReport(db: Db, period: ReportPeriod): Promise<FeesReport> {
  return feesSchema.parse(unwrap(await db.rpc('fees_report', periodArgs(period), { get: true })));
}
