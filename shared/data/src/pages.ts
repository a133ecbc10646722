import { editableBlocks, storedBlocks, type EditableBlock } from '@masomo/domain/blocks';
import { DataError, toDataError, unwrap, unwrapPage, type Db } from '@masomo/data';
import type { Json } from './database.types.ts';

/** A page in the CMS's list; `updatedAt` in ISO. */
export type PageSummary = { id: string; title: string; slug: string; isPublished: boolean; isSystem: boolean; hasChanges: boolean; updatedAt: string };

/** A page's working copy. `version` is what a save or publication is checked against. */
export type PageDraft = PageSummary & { metaDescription: string; blocks: EditableBlock[]; version: number };

/** What an editor writes. */
export type PageContent = { title: string; slug: string; metaDescription: string; blocks: EditableBlock[] };

/** `page` counts from 0. */
export type PageFilter = { search: string; status: 'all' | 'published' | 'draft'; page: number; pageSize: number };

export const pageKeys = {
  list: (filter: PageFilter) => ['pages', 'list', filter] as const,
  one: (id: string) => ['pages', 'one', id] as const,
  counts: () => ['pages', 'counts'] as const,
};

const summaryColumns = 'id, title, slug, is_published, is_system, version, published_version, updated_at';
const draftColumns = `${summaryColumns}, meta_description, body` as const;

type SummaryRow = { id: string; title: string; slug: string; is_published: boolean; is_system: boolean; version: number; published_version: number | null; updated_at: string };
type DraftRow = SummaryRow & { meta_description: string | null; body: Json };

function toSummary(row: SummaryRow): PageSummary {
  return {
    id: row.id, title: row.title, slug: row.slug, isPublished: row.is_published, isSystem: row.is_system,
    hasChanges: row.is_published && row.published_version !== row.version, updatedAt: row.updated_at,
  };
}

function toDraft(row: DraftRow): PageDraft {
  return { ...toSummary(row), metaDescription: row.meta_description ?? '', blocks: editableBlocks(row.body), version: row.version };
}

/** Pages, last changed first. The search matches title or slug, whatever the case. */
export async function listPages(db: Db, { search, status, page, pageSize }: PageFilter): Promise<{ rows: PageSummary[]; total: number }> {
  let query = db.from('cms_pages').select(summaryColumns, { count: 'exact' });
  if (status !== 'all') query = query.eq('is_published', status === 'published');
  const words = search.trim().replace(/[%_,()"\\]/g, ' ').trim();
  if (words) query = query.or(`title.ilike.%${words}%,slug.ilike.%${words}%`);
  const { rows, total } = unwrapPage(await query.order('updated_at', { ascending: false }).range(page * pageSize, page * pageSize + pageSize - 1));
  return { rows: rows.map(toSummary), total };
}

/** A page's working copy by id. */
export async function getPage(db: Db, id: string): Promise<PageDraft> {
  return toDraft(unwrap(await db.from('cms_pages').select(draftColumns).eq('id', id).single()));
}

const columnsOf = (content: PageContent) => ({
  title: content.title, slug: content.slug, meta_description: content.metaDescription || null, body: storedBlocks(content.blocks) as NonNullable<Json>,
});

/** Makes a draft. Refused as `conflict` when the slug is taken. */
export async function createPage(db: Db, content: PageContent): Promise<PageDraft> {
  return toDraft(unwrap(await db.from('cms_pages').insert(columnsOf(content)).select(draftColumns).single()));
}

/** Saves over the version the editor started from; refused as `conflict` when somebody else saved or deleted it in the meantime. */
export async function savePage(db: Db, { id, version, content }: { id: string; version: number; content: PageContent }): Promise<PageDraft> {
  const [saved] = unwrap(await db.from('cms_pages').update(columnsOf(content)).eq('id', id).eq('version', version).select(draftColumns));
  if (!saved) throw new DataError('conflict', 'Somebody else saved this page while you were writing. Nothing of yours is lost: choose which text stays.');
  return toDraft(saved);
}

/** Saves over what somebody else saved in the meantime; theirs is kept as a version first. */
export async function savePageOver(db: Db, { id, content }: { id: string; content: PageContent }): Promise<PageDraft> {
  const { error, status } = await db.rpc('save_page_version', { page_id: id });
  if (error) throw toDataError(error, status);
  const { version } = await getPage(db, id);
  return savePage(db, { id, version, content });
}

/** Makes the working copy what visitors read; refused as `conflict` when somebody saved in the meantime. */
export async function publishPage(db: Db, { id, version }: { id: string; version: number }): Promise<{ id: string }> {
  return { id: unwrap(await db.rpc('publish_page', { page_id: id, expected_version: version })).id };
}

/** Takes a page away from visitors; the working copy stays. */
export async function unpublishPage(db: Db, id: string): Promise<{ id: string }> {
  return { id: unwrap(await db.rpc('unpublish_page', { page_id: id })).id };
}

/** Deletes a page with its versions. */
export async function deletePage(db: Db, id: string): Promise<void> {
  unwrap(await db.from('cms_pages').delete().eq('id', id).select('id').single());
}

/** How many pages there are, and how many of them visitors can read. */
export async function countPages(db: Db): Promise<{ total: number; published: number }> {
  const [all, published] = await Promise.all([
    db.from('cms_pages').select('id', { count: 'exact', head: true }),
    db.from('cms_pages').select('id', { count: 'exact', head: true }).eq('is_published', true),
  ]);
  return { total: unwrapPage(all).total, published: unwrapPage(published).total };
}
