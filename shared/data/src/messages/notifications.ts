import { sayOr, unwrap, unwrapPage, type Db } from '@masomo/data';
import * as z from '@masomo/data/zod';
import { searchPatterns, rangeOf, type ListFilter, type ListPage } from '../listing.ts';

/** A notification of the caller, in the language of the page where a person did not write it. */
export type Notification = { id: string; title: string; body: string; link: string | null; isRead: boolean; createdAt: string };

export type NotificationFilter = ListFilter & { isUnread: boolean };

export const notificationKeys = {
  list: (filter: NotificationFilter) => ['notifications', 'list', filter] as const,
  latest: (userId: string) => ['notifications', 'latest', userId] as const,
};

const columns = 'id, title, body, link, read_at, created_at, said' as const;
const saidSchema = z.catch(z.nullable(z.partial(z.object({ title: z.unknown(), body: z.unknown() }))), null);
type Row = {
  id: string;
  title: string;
  body: string;
  link: string | null;
  read_at: string | null;
  created_at: string;
  said: unknown;
};
function toNotification(row: Row): Notification {
  const said = saidSchema.parse(row.said);
  return {
    id: row.id,
    title: sayOr(said?.title, row.title),
    body: sayOr(said?.body, row.body),
    link: row.link,
    isRead: row.read_at !== null,
    createdAt: row.created_at,
  };
}

/** The caller's notifications, all or unread only. */
export async function listNotifications(db: Db, filter: NotificationFilter): Promise<ListPage<Notification>> {
  let query = db.from('notifications').select(columns, { count: 'exact' });
  if (filter.isUnread) query = query.is('read_at', null);
  for (const words of searchPatterns(filter.search)) query = query.like('search_text', words);
  const { rows, total } = unwrapPage(
    await query
      .order('created_at', { ascending: !filter.sort.descending })
      .order('id')
      .range(...rangeOf(filter)),
  );
  return { total, rows: rows.map(toNotification) };
}

/** The caller's latest eight notifications. */
export async function listLatestNotifications(db: Db): Promise<Notification[]> {
  return unwrap(await db.from('notifications').select(columns).order('created_at', { ascending: false }).order('id').limit(8)).map(
    toNotification,
  );
}

/** Marks one or all unread notifications as read; resolves to how many. */
export async function markNotificationsRead(db: Db, id: string | 'all'): Promise<number> {
  return unwrap(await db.rpc('mark_notifications_read', id === 'all' ? {} : { notification_id: id }));
}
