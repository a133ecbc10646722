import * as z from '@masomo/data/zod';
import { unwrap, type Db } from '@masomo/data';
import type { Database } from '@masomo/data/database.types';
import { rangeOf, sortColumn, type ListFilter, type ListPage } from '@masomo/data/listing';
import { nullable } from '@masomo/data/nullable';

export const behaviourKinds = ['merit', 'incident'] as const;
export type BehaviourKind = (typeof behaviourKinds)[number];
const kindOf = (value: string): BehaviourKind => (value === 'merit' ? 'merit' : 'incident');

/** What a school records and for how many points. */
export type BehaviourCategory = { id: string; name: string; kind: BehaviourKind; points: number; isActive: boolean };

const followUpsSchema = z.nullable(
  z.array(
    z.object({
      id: z.string(),
      due_on: z.string(),
      task: z.string(),
      person: z.nullable(z.string()),
      done_at: z.nullable(z.string()),
      outcome: z.nullable(z.string()),
    }),
  ),
);

/** A merit or an incident; families see no follow-ups. */
export type BehaviourEntry = {
  id: string;
  studentId: string;
  student: string;
  admissionNumber: string;
  className: string;
  category: string;
  kind: BehaviourKind;
  points: number;
  happenedOn: string;
  note: string;
  agreed: string;
  recordedBy: string;
  isShared: boolean;
  withdrawnReason: string;
  followUps: NonNullable<z.infer<typeof followUpsSchema>>;
};
export type BehaviourFilter = ListFilter & { kind: BehaviourKind | ''; classId: string; studentId?: string };

/** Something to be done about an entry; `student` is in the entry's class now. */
export type BehaviourFollowUp = {
  id: string;
  entryId: string;
  studentId: string;
  student: string;
  className: string;
  category: string;
  task: string;
  dueOn: string;
  person: string;
  doneAt: string;
  outcome: string;
};
export type FollowUpFilter = ListFilter & { isMine: boolean; isOpen: boolean };

/** A student's merits and incidents of a period; `balance` is points of merits less those of incidents. */
export type BehaviourReportRow = {
  id: string;
  name: string;
  admissionNumber: string;
  className: string;
  merits: number;
  incidents: number;
  meritPoints: number;
  incidentPoints: number;
  balance: number;
  lastOn: string;
};
export type BehaviourReportFilter = ListFilter & { from: string; to: string; classId: string };

const summarySchema = z.object({
  categories: z.number(),
  merits: z.number(),
  incidents: z.number(),
  mine: z.number(),
  overdue: z.number(),
});
/** The last seven days, and the caller's own open follow-ups. */
export type BehaviourSummary = z.infer<typeof summarySchema>;

export const behaviourKeys = {
  categories: () => ['behaviour', 'categories'] as const,
  entries: (filter: object) => ['behaviour', 'entries', filter] as const,
  entry: (id: string) => ['behaviour', 'entry', id] as const,
  people: (studentIds: readonly string[]) => ['behaviour', 'people', ...studentIds] as const,
  followUps: (filter: object) => ['behaviour', 'follow-ups', filter] as const,
  report: (filter: object) => ['behaviour', 'report', filter] as const,
  summary: () => ['behaviour', 'summary'] as const,
};

/** What the school records, merits first. */
export async function listBehaviourCategories(db: Db): Promise<BehaviourCategory[]> {
  const rows = unwrap(
    await db.from('behaviour_categories').select('id, name, kind, points, is_active').order('kind', { ascending: false }).order('name'),
  );
  return rows.map(({ id, name, kind, points, is_active: isActive }) => ({ id, name, kind: kindOf(kind), points, isActive }));
}

type EntryRow = Database['public']['Functions']['read_behaviour']['Returns'][number];
const toEntry = (row: EntryRow): BehaviourEntry => ({
  id: row.id,
  studentId: row.student_id,
  student: row.student,
  admissionNumber: row.admission_number,
  className: nullable(row.class_name) ?? '',
  category: row.category,
  kind: kindOf(row.kind),
  points: row.points,
  happenedOn: row.happened_on,
  note: nullable(row.note) ?? '',
  agreed: nullable(row.agreed) ?? '',
  recordedBy: nullable(row.recorded_by) ?? '',
  isShared: nullable(row.shared_at) !== null,
  withdrawnReason: nullable(row.withdrawn_reason) ?? '',
  followUps: followUpsSchema.parse(row.follow_ups) ?? [],
});

/** Merits and incidents, newest first, found by student or category. Who reads of incidents is logged. */
export async function listBehaviour(db: Db, filter: BehaviourFilter): Promise<ListPage<BehaviourEntry>> {
  const rows = unwrap(
    await db.rpc('read_behaviour', {
      ...(filter.kind ? { of_kind: filter.kind } : {}),
      ...(filter.classId ? { of_class: filter.classId } : {}),
      ...(filter.studentId ? { of_student: filter.studentId } : {}),
      ...(filter.search.trim() ? { search: filter.search } : {}),
      skipped: filter.page * filter.pageSize,
      size: filter.pageSize,
    }),
  );
  return { total: rows[0]?.total ?? 0, rows: rows.map(toEntry) };
}

/** One entry with its follow-ups; null where the caller may not see it. */
export async function getBehaviourEntry(db: Db, id: string): Promise<BehaviourEntry | null> {
  const [row] = unwrap(await db.rpc('read_behaviour', { of_entry: id }));
  return row ? toEntry(row) : null;
}

/** Who may be asked to follow up on all of these students. */
export async function listBehaviourPeople(db: Db, studentIds: readonly string[]): Promise<{ id: string; name: string }[]> {
  return unwrap(await db.rpc('behaviour_people', { student_ids: [...studentIds] }, { get: true }));
}

/** Follow-ups: open ones by their day, closed ones the latest first. */
export async function listFollowUps(db: Db, filter: FollowUpFilter): Promise<ListPage<BehaviourFollowUp>> {
  const rows = unwrap(
    await db.rpc('read_behaviour_follow_ups', {
      is_mine: filter.isMine,
      is_open: filter.isOpen,
      skipped: filter.page * filter.pageSize,
      size: filter.pageSize,
    }),
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      id: row.id,
      entryId: row.entry_id,
      studentId: row.student_id,
      student: row.student,
      className: nullable(row.class_name) ?? '',
      category: row.category,
      task: row.task,
      dueOn: row.due_on,
      person: nullable(row.person) ?? '',
      doneAt: nullable(row.done_at) ?? '',
      outcome: nullable(row.outcome) ?? '',
    })),
  };
}

/** Students with merits or incidents in a period. */
export async function listBehaviourReport(db: Db, filter: BehaviourReportFilter): Promise<ListPage<BehaviourReportRow>> {
  const rows = unwrap(
    await db
      .rpc(
        'behaviour_report',
        { from_day: filter.from, to_day: filter.to, ...(filter.classId ? { class_id: filter.classId } : {}) },
        { get: true },
      )
      .order(sortColumn(filter.sort.column, ['balance', 'name', 'class_name', 'merits', 'incidents', 'last_on']), {
        ascending: !filter.sort.descending,
      })
      .order('student_id')
      .range(...rangeOf(filter)),
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      id: row.student_id,
      name: row.name,
      admissionNumber: row.admission_number,
      className: nullable(row.class_name) ?? '',
      merits: row.merits,
      incidents: row.incidents,
      meritPoints: row.merit_points,
      incidentPoints: row.incident_points,
      balance: row.balance,
      lastOn: row.last_on,
    })),
  };
}

export async function getBehaviourSummary(db: Db): Promise<BehaviourSummary> {
  return summarySchema.parse(unwrap(await db.rpc('behaviour_summary', {}, { get: true })));
}
