import { unwrap, type Db } from '@masomo/data';
import type { Database } from '../database.types.ts';
import { sortColumn, type ListFilter, type ListPage } from '../listing.ts';
import { nullable } from '../nullable.ts';
import { ifUnchanged, type ReadVersion } from '../recordVersions.ts';

export const recordKinds = ['behaviour', 'health', 'merit', 'contact', 'visit', 'other'] as const;
export type RecordKind = (typeof recordKinds)[number];
/** Who may read a record besides the office. */
export const recordReaders = ['office', 'teachers', 'family'] as const;
export type RecordReaders = (typeof recordReaders)[number];

export type RecordFields = { kind: RecordKind; summary: string; details: string; happenedOn: string; visibleTo: RecordReaders };
export type StudentRecord = RecordFields & ReadVersion & { studentId: string; student: string; isArchived: boolean };
export type RecordFilter = ListFilter & { kind: RecordKind | 'all'; isArchived: boolean };

export const recordKeys = {
  records: (filter: RecordFilter) => ['records', 'list', filter] as const,
  recordsOf: (studentId: string) => ['records', 'of', studentId] as const,
};

type Row = Database['public']['Functions']['read_student_records']['Returns'][number];

const toRecord = (row: Row): StudentRecord => ({
  id: row.id,
  updatedAt: row.updated_at,
  studentId: row.student_id,
  student: row.student,
  kind: recordKinds.find((kind) => kind === row.kind) ?? 'other',
  summary: row.summary,
  details: nullable(row.details) ?? '',
  happenedOn: row.happened_on,
  visibleTo: recordReaders.find((readers) => readers === row.visible_to) ?? 'office',
  isArchived: nullable(row.archived_at) !== null,
});
const rowOf = ({ kind, summary, details, happenedOn, visibleTo }: RecordFields) => ({
  kind,
  summary,
  details: details || null,
  happened_on: happenedOn,
  visible_to: visibleTo,
});

/** Records found by the student's name or number or by words of the summary. Who reads of health or behaviour is logged. */
export async function listRecords(db: Db, filter: RecordFilter): Promise<ListPage<StudentRecord>> {
  const rows = unwrap(
    await db.rpc('read_student_records', {
      archived: filter.isArchived,
      ...(filter.kind === 'all' ? {} : { of_kind: filter.kind }),
      ...(filter.search.trim() ? { search: filter.search } : {}),
      sort: sortColumn(filter.sort.column, ['happened_on', 'kind']),
      descending: filter.sort.descending,
      skipped: filter.page * filter.pageSize,
      size: filter.pageSize,
    }),
  );
  return { total: rows[0]?.total ?? 0, rows: rows.map(toRecord) };
}

/** The latest ten records of a student that the caller may read. */
export async function listRecordsOf(db: Db, studentId: string): Promise<StudentRecord[]> {
  return unwrap(await db.rpc('read_student_records', { of_student: studentId, size: 10 })).map(toRecord);
}

/** Adds a record to a student; resolves to its id. */
export async function addRecord(
  db: Db,
  { schoolId, studentId, fields }: { schoolId: string; studentId: string; fields: RecordFields },
): Promise<string> {
  return unwrap(
    await db
      .from('student_records')
      .insert({ school_id: schoolId, student_id: studentId, ...rowOf(fields) })
      .select('id')
      .single(),
  ).id;
}

/** Changes a record; its student and author stay. */
export async function changeRecord(
  db: Db,
  { id, fields, read }: { id: string; fields: RecordFields; read?: ReadVersion | undefined },
): Promise<string> {
  return unwrap(
    await ifUnchanged(db.from('student_records').update(rowOf(fields)).eq('id', id), read)
      .select('id')
      .single(),
  ).id;
}

/** Archives or restores a record. */
export async function archiveRecord(db: Db, { id, isArchived }: { id: string; isArchived: boolean }): Promise<string> {
  return unwrap(await db.rpc('archive_student_record', { record_id: id, is_archived: isArchived }));
}
