import { unwrap, unwrapPage, type Db } from '@masomo/data';
import { containing, rangeOf, sortColumn, type ListFilter, type ListPage } from './listing.ts';

export type Announcement = { id: string; title: string; body: string; author: string; className: string; publishedAt: string };

export const announcementKeys = {
  list: (filter: ListFilter) => ['announcements', 'list', filter] as const,
};

/** What was announced to the caller. */
export async function listAnnouncements(db: Db, filter: ListFilter): Promise<ListPage<Announcement>> {
  let query = db.from('announcements').select('id, title, body, author_name, published_at, classes(name)', { count: 'exact' });
  const words = containing(filter.search);
  if (words) query = query.or(`title.ilike.${words},body.ilike.${words}`);
  const { rows, total } = unwrapPage(await query.order(sortColumn(filter.sort.column, ['published_at', 'title']), { ascending: !filter.sort.descending }).order('id').range(...rangeOf(filter)));
  return { total, rows: rows.map((row) => ({ id: row.id, title: row.title, body: row.body, author: row.author_name, className: row.classes?.name ?? '', publishedAt: row.published_at })) };
}

/** Announces to the caller's school, or to one class of it. */
export async function announce(db: Db, { schoolId, classId, title, body }: { schoolId: string; classId: string | null; title: string; body: string }): Promise<string> {
  return unwrap(await db.from('announcements').insert({ school_id: schoolId, class_id: classId, title, body }).select('id').single()).id;
}

/** Takes an announcement back. */
export async function deleteAnnouncement(db: Db, id: string): Promise<string> {
  return unwrap(await db.from('announcements').delete().eq('id', id).select('id').single()).id;
}
