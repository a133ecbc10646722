import { toDataError, unwrapPage, type Db } from '@masomo/data';
import { searchPatterns, rangeOf, sortColumn, type ListFilter, type ListPage } from '../listing.ts';

export const exitStates = ['grace', 'closed', 'stopped', 'returned', 'deleted'] as const;
export const exitObstacles = ['order', 'payment', 'refund'] as const;
export type ExitObstacle = (typeof exitObstacles)[number];
export type ExitState = (typeof exitStates)[number];

/** A school whose subscription has ended, and what happens to it next. */
export type SchoolExit = {
  id: string;
  school: string;
  endedOn: string;
  closesOn: string;
  deletesOn: string;
  closedAt: string | null;
  deletedAt: string | null;
  state: ExitState;
  stopReason: string;
  /** What money has to be settled before the school is deleted, though its day has come. */
  heldBy: ExitObstacle | null;
  /** Of a deleted school: how many rows and files were deleted. */
  deletedRows: number;
};

/** `isOpen`: without those that are over. */
export type ExitFilter = ListFilter & { isOpen: boolean };

export const schoolExitKeys = { list: (filter: ExitFilter) => ['subscriptions', 'exits', filter] as const };

type Row = { returned_at: string | null; deleted_at: string | null; stopped_at: string | null; closed_at: string | null };

function stateOf(row: Row): ExitState {
  if (row.deleted_at) return 'deleted';
  if (row.returned_at) return 'returned';
  if (row.stopped_at) return 'stopped';
  return row.closed_at ? 'closed' : 'grace';
}

const sumOf = (counts: unknown) =>
  typeof counts === 'object' && counts !== null ? Object.values(counts).reduce<number>((sum, count) => sum + (Number(count) || 0), 0) : 0;

/** Schools that leave or have left; super admins only. */
export async function listSchoolExits(db: Db, filter: ExitFilter): Promise<ListPage<SchoolExit>> {
  let query = db
    .from('school_exits')
    .select('id, school, ended_on, closes_on, deletes_on, closed_at, returned_at, deleted_at, stopped_at, stop_reason, held_by, counts', {
      count: 'exact',
    });
  if (filter.isOpen) query = query.is('returned_at', null).is('deleted_at', null);
  for (const words of searchPatterns(filter.search)) query = query.like('search_text', words);
  const { rows, total } = unwrapPage(
    await query
      .order(sortColumn(filter.sort.column, ['deletes_on', 'closes_on', 'school', 'ended_on']), { ascending: !filter.sort.descending })
      .order('id')
      .range(...rangeOf(filter)),
  );
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      school: row.school,
      endedOn: row.ended_on,
      closesOn: row.closes_on,
      deletesOn: row.deletes_on,
      closedAt: row.closed_at,
      deletedAt: row.deleted_at,
      state: stateOf(row),
      stopReason: row.stop_reason ?? '',
      heldBy: exitObstacles.find((obstacle) => obstacle === row.held_by) ?? null,
      deletedRows: sumOf(row.counts),
    })),
  };
}

/** Stops closing and deletion of a school until it is resumed. */
export async function stopSchoolExit(db: Db, { id, reason }: { id: string; reason: string }): Promise<void> {
  const { error, status } = await db.rpc('stop_school_exit', { exit_id: id, reason });
  if (error) throw toDataError(error, status);
}

/** Lets a stopped exit go on; at least a week passes before the deletion. */
export async function resumeSchoolExit(db: Db, id: string): Promise<void> {
  const { error, status } = await db.rpc('resume_school_exit', { exit_id: id });
  if (error) throw toDataError(error, status);
}
