import { unwrap, unwrapPage, type Db } from '@masomo/data';
import { containing, rangeOf, sortColumn, type ListFilter, type ListPage } from './listing.ts';

export const recordKinds = ['behaviour', 'health', 'merit', 'contact', 'other'] as const;
export type RecordKind = (typeof recordKinds)[number];
export type StudentRecord = { id: string; student: string; kind: string; summary: string; happenedOn: string };

export const schoolLifeKeys = {
  records: (filter: ListFilter) => ['records', 'list', filter] as const,
};

/** Behaviour, health and other records of learners. */
export async function listRecords(db: Db, filter: ListFilter): Promise<ListPage<StudentRecord>> {
  let query = db.from('student_records').select('id, kind, summary, happened_on, students!student_records_student_id_school_id_fkey(first_name, last_name)', { count: 'exact' });
  const words = containing(filter.search);
  if (words) query = query.ilike('summary', words);
  const { rows, total } = unwrapPage(await query.order(sortColumn(filter.sort.column, ['happened_on', 'kind']), { ascending: !filter.sort.descending }).order('id').range(...rangeOf(filter)));
  return { total, rows: rows.map((row) => ({ id: row.id, student: row.students ? `${row.students.first_name} ${row.students.last_name}` : '', kind: row.kind, summary: row.summary, happenedOn: row.happened_on })) };
}

/** Keeps a record of a learner. */
export async function addRecord(db: Db, { schoolId, studentId, kind, summary, details }: { schoolId: string; studentId: string; kind: RecordKind; summary: string; details: string }): Promise<string> {
  return unwrap(await db.from('student_records').insert({ school_id: schoolId, student_id: studentId, kind, summary, details: details || null }).select('id').single()).id;
}
