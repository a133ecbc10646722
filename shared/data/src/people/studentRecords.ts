import { unwrap, unwrapPage, type Db } from '@masomo/data';
import { containsPattern, rangeOf, schoolFirst, sortColumn, type ListFilter, type ListPage } from '../listing.ts';
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

const columns =
  'id, updated_at, student_id, kind, summary, details, happened_on, visible_to, archived_at, students!student_records_student_id_school_id_fkey!inner(first_name, last_name)' as const;
type Row = {
  id: string;
  updated_at: string;
  student_id: string;
  kind: string;
  summary: string;
  details: string | null;
  happened_on: string;
  visible_to: string;
  archived_at: string | null;
  students: { first_name: string; last_name: string };
};

const toRecord = (row: Row): StudentRecord => ({
  id: row.id,
  updatedAt: row.updated_at,
  studentId: row.student_id,
  student: `${row.students.first_name} ${row.students.last_name}`,
  kind: recordKinds.find((kind) => kind === row.kind) ?? 'other',
  summary: row.summary,
  details: row.details ?? '',
  happenedOn: row.happened_on,
  visibleTo: recordReaders.find((readers) => readers === row.visible_to) ?? 'office',
  isArchived: row.archived_at !== null,
});
const rowOf = ({ kind, summary, details, happenedOn, visibleTo }: RecordFields) => ({
  kind,
  summary,
  details: details || null,
  happened_on: happenedOn,
  visible_to: visibleTo,
});

/** Records found by the student's name or number or by words of the summary. */
export async function listRecords(db: Db, filter: RecordFilter): Promise<ListPage<StudentRecord>> {
  let query = db.from('student_records').select(columns, { count: 'exact' });
  query = filter.isArchived ? query.not('archived_at', 'is', null) : query.is('archived_at', null);
  if (filter.kind !== 'all') query = query.eq('kind', filter.kind);
  const words = containsPattern(filter.search.toLowerCase());
  if (words) query = query.ilike('search_text', words);
  const { rows, total } = unwrapPage(
    await query
      .order(schoolFirst)
      .order(sortColumn(filter.sort.column, ['happened_on', 'kind']), { ascending: !filter.sort.descending })
      .order('id')
      .range(...rangeOf(filter)),
  );
  return { total, rows: rows.map(toRecord) };
}

/** The latest ten records of a student that the caller may read. */
export async function listRecordsOf(db: Db, studentId: string): Promise<StudentRecord[]> {
  return unwrap(
    await db
      .from('student_records')
      .select(columns)
      .eq('student_id', studentId)
      .is('archived_at', null)
      .order('happened_on', { ascending: false })
      .order('id')
      .limit(10),
  ).map(toRecord);
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
  return unwrap(
    await db
      .from('student_records')
      .update({ archived_at: isArchived ? new Date().toISOString() : null })
      .eq('id', id)
      .select('id')
      .single(),
  ).id;
}
