import { unwrap, unwrapPage, type Db } from '@masomo/data';
import { rangeOf, sortColumn, type ListFilter, type ListPage } from '../listing.ts';

/** An entry of a school's register of breaches; times that have not come are null. */
export type Breach = {
  id: string;
  noticedAt: string;
  reportBy: string;
  whatHappened: string;
  dataConcerned: string;
  peopleAffected: number | null;
  measures: string;
  reportedAt: string | null;
  peopleToldAt: string | null;
  closedAt: string | null;
};
export type BreachFields = Omit<Breach, 'id' | 'reportBy' | 'closedAt'> & { isClosed: boolean };

export const breachKeys = { list: (filter: ListFilter) => ['breaches', filter] as const };

/** The school's breaches, newest first. */
export async function listBreaches(db: Db, filter: ListFilter): Promise<ListPage<Breach>> {
  const { rows, total } = unwrapPage(
    await db
      .from('breaches')
      .select(
        'id, noticed_at, report_by, what_happened, data_concerned, people_affected, measures, reported_at, people_told_at, closed_at',
        {
          count: 'exact',
        },
      )
      .order(sortColumn(filter.sort.column, ['noticed_at', 'report_by']), { ascending: !filter.sort.descending })
      .order('id')
      .range(...rangeOf(filter)),
  );
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      noticedAt: row.noticed_at,
      reportBy: row.report_by,
      whatHappened: row.what_happened,
      dataConcerned: row.data_concerned,
      peopleAffected: row.people_affected,
      measures: row.measures,
      reportedAt: row.reported_at,
      peopleToldAt: row.people_told_at,
      closedAt: row.closed_at,
    })),
  };
}

/** Enters a breach or changes its entry; resolves to its id. */
export async function saveBreach(db: Db, { id, fields }: { id?: string | undefined; fields: BreachFields }): Promise<string> {
  return unwrap(
    await db.rpc('save_breach', {
      noticed_at: fields.noticedAt,
      what_happened: fields.whatHappened,
      data_concerned: fields.dataConcerned,
      measures: fields.measures,
      is_closed: fields.isClosed,
      ...(fields.peopleAffected === null ? {} : { people_affected: fields.peopleAffected }),
      ...(fields.reportedAt ? { reported_at: fields.reportedAt } : {}),
      ...(fields.peopleToldAt ? { people_told_at: fields.peopleToldAt } : {}),
      ...(id ? { breach_id: id } : {}),
    }),
  );
}
