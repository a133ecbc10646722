import * as z from '@masomo/data/zod';
import { editableBlocks } from '@masomo/domain/blocks';
import { unwrap, unwrapPage, type Db } from '@masomo/data';
import { rangeOf, type ListPage } from '../listing.ts';
import { nameOf, swahiliOf, type PageTexts } from './pages.ts';

const versionReasonSchema = z.enum(['published', 'restored', 'saved', 'scheduled']);
/** Why a version was stored. */
export type VersionReason = z.infer<typeof versionReasonSchema>;

/** A version in the list; `createdAt` in ISO, `createdBy` a name or empty. */
export type PageVersion = { id: string; version: number; reason: VersionReason; createdAt: string; createdBy: string };

/** The content of a version. */
export type PageVersionContent = PageTexts & { swahili: PageTexts | undefined };

export const pageVersionKeys = {
  list: (pageId: string, page: number) => ['pages', 'versions', pageId, page] as const,
  one: (id: string) => ['pages', 'version', id] as const,
};
export const versionsPerPage = 20;

/** Versions of a page, newest first. */
export async function listPageVersions(db: Db, { pageId, page }: { pageId: string; page: number }): Promise<ListPage<PageVersion>> {
  const { rows, total } = unwrapPage(
    await db
      .from('cms_page_versions')
      .select('id, version, reason, created_at, editor:created_by(first_name, last_name, email)', { count: 'exact' })
      .eq('page_id', pageId)
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rangeOf({ page, pageSize: versionsPerPage })),
  );
  return {
    rows: rows.map((row) => ({
      id: row.id,
      version: row.version,
      reason: versionReasonSchema.parse(row.reason),
      createdAt: row.created_at,
      createdBy: nameOf(row.editor),
    })),
    total,
  };
}

/** The content of a version, with blocks for the editor. */
export async function getPageVersion(db: Db, id: string): Promise<PageVersionContent> {
  const row = unwrap(await db.from('cms_page_versions').select('title, meta_description, body, translations').eq('id', id).single());
  return {
    title: row.title,
    metaDescription: row.meta_description ?? '',
    blocks: editableBlocks(row.body),
    swahili: swahiliOf(row.translations),
  };
}

/** Makes a version the working copy; the replaced one is stored as a version. Refused as `conflict` when the page was saved in the meantime. */
export async function restorePageVersion(db: Db, { id, version }: { id: string; version: number }): Promise<{ id: string }> {
  return { id: unwrap(await db.rpc('restore_page_version', { version_id: id, expected_version: version })).id };
}
