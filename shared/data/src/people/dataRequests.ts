import { unwrap, unwrapPage, type Db } from '@masomo/data';
import { fullName } from '@masomo/domain/personName';
import { rangeOf, sortColumn, type ListFilter, type ListPage } from '../listing.ts';

export const dataRequestKinds = ['access', 'portability', 'rectification', 'erasure'] as const;
export type DataRequestKind = (typeof dataRequestKinds)[number];
export const dataRequestStatuses = ['open', 'done', 'refused'] as const;
export type DataRequestStatus = (typeof dataRequestStatuses)[number];

/** A request about a student's data and the day by which the school answers it. */
export type DataRequest = {
  id: string;
  studentId: string;
  student: string;
  kind: DataRequestKind;
  asker: string;
  details: string;
  receivedOn: string;
  dueOn: string;
  status: DataRequestStatus;
  answer: string;
};
/** An empty status means all. */
export type DataRequestFilter = ListFilter & { status: DataRequestStatus | '' };

export const dataRequestKeys = {
  list: (filter: DataRequestFilter) => ['data-requests', 'list', filter] as const,
  of: (studentId: string) => ['data-requests', 'of', studentId] as const,
  obstacles: (studentId: string) => ['data-requests', 'obstacles', studentId] as const,
};

const columns =
  'id, student_id, kind, asker, details, received_on, due_on, status, answer, students!data_requests_student_id_school_id_fkey(first_name, last_name)' as const;
type Row = {
  id: string;
  student_id: string;
  kind: string;
  asker: string;
  details: string | null;
  received_on: string;
  due_on: string;
  status: string;
  answer: string | null;
  students: { first_name: string; last_name: string } | null;
};
const toRequest = (row: Row): DataRequest => ({
  id: row.id,
  studentId: row.student_id,
  student: row.students ? fullName(row.students.first_name, row.students.last_name) : '',
  kind: dataRequestKinds.find((kind) => kind === row.kind) ?? 'access',
  asker: row.asker,
  details: row.details ?? '',
  receivedOn: row.received_on,
  dueOn: row.due_on,
  status: dataRequestStatuses.find((status) => status === row.status) ?? 'open',
  answer: row.answer ?? '',
});

/** The requests that a school has received. */
export async function listDataRequests(db: Db, filter: DataRequestFilter): Promise<ListPage<DataRequest>> {
  let query = db.from('data_requests').select(columns, { count: 'exact' });
  if (filter.status) query = query.eq('status', filter.status);
  const { rows, total } = unwrapPage(
    await query
      .order(sortColumn(filter.sort.column, ['due_on', 'received_on', 'kind']), { ascending: !filter.sort.descending })
      .order('id')
      .range(...rangeOf(filter)),
  );
  return { total, rows: rows.map(toRequest) };
}

/** The last requests about a student that the caller may see. */
export async function listDataRequestsOf(db: Db, studentId: string): Promise<DataRequest[]> {
  return unwrap(
    await db
      .from('data_requests')
      .select(columns)
      .eq('student_id', studentId)
      .order('received_on', { ascending: false })
      .order('id')
      .limit(10),
  ).map(toRequest);
}

/** Enters a request; `asker` is for what an administrator received on paper. Resolves to its id. */
export async function requestData(
  db: Db,
  { studentId, kind, details, asker }: { studentId: string; kind: DataRequestKind; details: string; asker?: string },
): Promise<string> {
  return unwrap(await db.rpc('request_data', { student_id: studentId, kind, details, ...(asker === undefined ? {} : { asker }) }));
}

/** Closes a request as done or refused; an erasure that is done is carried out. Resolves to its id. */
export async function answerDataRequest(db: Db, { id, isDone, answer }: { id: string; isDone: boolean; answer: string }): Promise<string> {
  const { error, status } = await db.rpc('answer_data_request', { request_id: id, is_done: isDone, answer });
  return unwrap({ data: id, error, status });
}

export const erasureObstacles = ['enrolled', 'fees', 'documents'] as const;
export type ErasureObstacle = (typeof erasureObstacles)[number];

/** What prevents erasing a student; empty when nothing does. */
export async function listErasureObstacles(db: Db, studentId: string): Promise<ErasureObstacle[]> {
  const found: readonly string[] = unwrap(await db.rpc('erasure_obstacles', { student_id: studentId }, { get: true }));
  return erasureObstacles.filter((obstacle) => found.includes(obstacle));
}
