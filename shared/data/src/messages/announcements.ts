import type { Role } from '@masomo/domain/roles';
import { unwrap, unwrapPage, type Db } from '@masomo/data';
import { searchPatterns, rangeOf, schoolFirst, sortColumn, type ListFilter, type ListPage } from '../listing.ts';
import { ifUnchanged, type ReadVersion } from '../recordVersions.ts';

/** Roles an announcement can address. */
export const announcementReaders = ['admin', 'teacher', 'staff', 'parent', 'student'] as const satisfies readonly Role[];
export type AnnouncementReader = (typeof announcementReaders)[number];
export type AnnouncementState = 'published' | 'planned' | 'archived';

export type Announcement = {
  id: string;
  updatedAt: string;
  title: string;
  body: string;
  author: string;
  authorId: string | null;
  classId: string | null;
  className: string;
  audience: AnnouncementReader[];
  publishedAt: string;
};
export type AnnouncementFilter = ListFilter & { state: AnnouncementState };
/** `publishedAt` null means now. */
export type AnnouncementFields = {
  title: string;
  body: string;
  classId: string | null;
  audience: AnnouncementReader[];
  publishedAt: string | null;
};

export const announcementKeys = {
  list: (filter: AnnouncementFilter) => ['announcements', 'list', filter] as const,
};

const isReader = (role: string): role is AnnouncementReader => announcementReaders.some((reader) => reader === role);

/** Announcements to the caller, or their own planned and archived ones; administrators see all. */
export async function listAnnouncements(db: Db, filter: AnnouncementFilter): Promise<ListPage<Announcement>> {
  const now = new Date().toISOString();
  let query = db
    .from('announcements')
    .select('id, updated_at, title, body, author_name, author_id, class_id, audience, published_at, classes(name)', { count: 'exact' });
  query = filter.state === 'archived' ? query.not('archived_at', 'is', null) : query.is('archived_at', null);
  if (filter.state === 'published') query = query.lte('published_at', now);
  if (filter.state === 'planned') query = query.gt('published_at', now);
  for (const words of searchPatterns(filter.search)) query = query.like('search_text', words);
  const { rows, total } = unwrapPage(
    await query
      .order(schoolFirst)
      .order(sortColumn(filter.sort.column, ['published_at', 'title']), { ascending: !filter.sort.descending })
      .order('id')
      .range(...rangeOf(filter)),
  );
  return {
    total,
    rows: rows.map((row) => ({
      id: row.id,
      updatedAt: row.updated_at,
      title: row.title,
      body: row.body,
      author: row.author_name,
      authorId: row.author_id,
      classId: row.class_id,
      className: row.classes?.name ?? '',
      audience: row.audience.filter(isReader),
      publishedAt: row.published_at,
    })),
  };
}

const rowOf = ({ title, body, classId, audience, publishedAt }: AnnouncementFields) => ({
  title,
  body,
  class_id: classId,
  audience,
  ...(publishedAt ? { published_at: publishedAt } : {}),
});

/** Publishes an announcement to the school or one class, now or at `publishedAt`; its readers are notified then. */
export async function createAnnouncement(db: Db, { schoolId, fields }: { schoolId: string; fields: AnnouncementFields }): Promise<string> {
  return unwrap(
    await db
      .from('announcements')
      .insert({ school_id: schoolId, ...rowOf(fields) })
      .select('id')
      .single(),
  ).id;
}

/** Updates an announcement; a published one keeps its time unless a new one is given. */
export async function changeAnnouncement(
  db: Db,
  { id, fields, read }: { id: string; fields: AnnouncementFields; read?: ReadVersion | undefined },
): Promise<string> {
  return unwrap(
    await ifUnchanged(db.from('announcements').update(rowOf(fields)).eq('id', id), read)
      .select('id')
      .single(),
  ).id;
}

/** Archives an announcement or restores it. */
export async function archiveAnnouncement(db: Db, { id, isArchived }: { id: string; isArchived: boolean }): Promise<string> {
  return unwrap(await db.rpc('archive_announcement', { announcement_id: id, is_archived: isArchived }));
}

/** Deletes an announcement for good. */
export async function deleteAnnouncement(db: Db, id: string): Promise<string> {
  return unwrap(await db.from('announcements').delete().eq('id', id).select('id').single()).id;
}
