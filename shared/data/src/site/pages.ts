import { translatable } from '@masomo/domain/translatable';
import * as z from '@masomo/data/zod';
import { editableBlocks, storedBlocks, type EditableBlock } from '@masomo/domain/blocks';
import { pageTranslationsSchema } from '@masomo/domain/pageTranslations';
import type { TranslationState } from '@masomo/domain/storedTranslations';
import { DataError, toDataError, unwrap, unwrapPage, type Db } from '@masomo/data';
import { searchPatterns, rangeOf } from '../listing.ts';
import { unwrapUnique } from '../unwrapUnique.ts';

/** A page in the CMS's list; `updatedAt` in ISO. */
export type PageSummary = {
  id: string;
  title: string;
  slug: string;
  isPublished: boolean;
  isSystem: boolean;
  hasChanges: boolean;
  updatedAt: string;
  version: number;
  /** Name of the last editor; empty for pages of the installation. */
  updatedBy: string;
  publishAt: string | null;
  unpublishAt: string | null;
  /** Its state in Swahili. */
  translationState: TranslationState;
};

/** A page's working copy. Saving and publishing are checked against `version`. */
export type PageDraft = PageSummary & PageContent;

/** The texts of a page in one language. */
export type PageTexts = { title: string; metaDescription: string; blocks: EditableBlock[] };
/** The content of a page an editor writes; `swahili` is undefined where it is not translated. */
export type PageContent = PageTexts & { slug: string; socialImage: string; swahili?: PageTexts | undefined };

/** Sort order of the list. */
export type PageSort = { by: 'updated_at' | 'title'; isDescending: boolean };

/** `page` counts from 0; `author` is the id of the last editor, or empty. */
export type PageFilter = {
  search: string;
  status: 'all' | 'published' | 'draft' | 'changed' | 'scheduled' | 'untranslated';
  author: string;
  sort: PageSort;
  page: number;
  pageSize: number;
};

export const pageKeys = {
  list: (filter: PageFilter) => ['pages', 'list', filter] as const,
  authors: () => ['pages', 'authors'] as const,
  one: (id: string) => ['pages', 'one', id] as const,
};

const summaryColumns =
  'id, title, slug, is_published, is_system, version, published_version, updated_at, publish_at, unpublish_at, has_changes, needs_translation, translation_of:translations->sw->>of, editor:updated_by(first_name, last_name, email)';
const draftColumns = `${summaryColumns}, meta_description, social_image, body, translations` as const;

type SummaryRow = {
  id: string;
  title: string;
  slug: string;
  is_published: boolean;
  is_system: boolean;
  version: number;
  published_version: number | null;
  updated_at: string;
  publish_at: string | null;
  unpublish_at: string | null;
  has_changes: boolean;
  needs_translation: string[];
  translation_of: string | null;
  editor: { first_name: string | null; last_name: string | null; email: string | null } | null;
};
type DraftRow = SummaryRow & { social_image: string | null; meta_description: string | null; body: unknown; translations: unknown };

/** A person's full name, else their email, else empty. */
export function nameOf(person: SummaryRow['editor']): string {
  return [person?.first_name, person?.last_name].filter(Boolean).join(' ') || person?.email || '';
}

function toSummary(row: SummaryRow): PageSummary {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    isPublished: row.is_published,
    isSystem: row.is_system,
    hasChanges: row.has_changes,
    updatedAt: row.updated_at,
    version: row.version,
    updatedBy: nameOf(row.editor),
    publishAt: row.publish_at,
    unpublishAt: row.unpublish_at,
    translationState: row.translation_of === null ? 'missing' : row.needs_translation.includes('sw') ? 'outdated' : 'current',
  };
}

function toDraft(row: DraftRow): PageDraft {
  return {
    ...toSummary(row),
    metaDescription: row.meta_description ?? '',
    socialImage: row.social_image ?? '',
    blocks: editableBlocks(row.body),
    swahili: swahiliOf(row.translations),
  };
}

/** The Swahili texts among a page's translations. */
export function swahiliOf(translations: unknown): PageTexts | undefined {
  const { sw } = pageTranslationsSchema.parse(translations);
  return sw && { title: sw.title, metaDescription: sw.meta_description ?? '', blocks: editableBlocks(sw.body) };
}

/** One page of the list; the search matches title or slug. */
export async function listPages(
  db: Db,
  { search, status, author, sort, ...range }: PageFilter,
): Promise<{ rows: PageSummary[]; total: number }> {
  let query = db.from('cms_pages').select(summaryColumns, { count: 'exact' });
  if (status === 'published' || status === 'draft') query = query.eq('is_published', status === 'published');
  if (status === 'changed') query = query.eq('has_changes', true);
  if (status === 'untranslated') query = query.contains('needs_translation', ['sw']);
  if (status === 'scheduled') query = query.or('publish_at.not.is.null,unpublish_at.not.is.null');
  if (author) query = query.eq('updated_by', author);
  for (const words of searchPatterns(search)) query = query.like('search_text', words);
  const { rows, total } = unwrapPage(
    await query
      .order(sort.by, { ascending: !sort.isDescending })
      .order('id')
      .range(...rangeOf(range)),
  );
  return { rows: rows.map(toSummary), total };
}

/** The last editors of the 500 latest changed pages, by name, for the filter. */
export async function listPageAuthors(db: Db): Promise<{ id: string; name: string }[]> {
  const rows = unwrap(
    await db
      .from('cms_pages')
      .select('updated_by, editor:updated_by(first_name, last_name, email)')
      .not('updated_by', 'is', null)
      .order('updated_at', { ascending: false })
      .limit(500),
  );
  const names = new Map(rows.flatMap((row) => (row.updated_by ? [[row.updated_by, nameOf(row.editor)] as const] : [])));
  return [...names].map(([id, name]) => ({ id, name })).sort((one, other) => one.name.localeCompare(other.name));
}

/** A page's working copy by id. */
export async function getPage(db: Db, id: string): Promise<PageDraft> {
  return toDraft(unwrap(await db.from('cms_pages').select(draftColumns).eq('id', id).single()));
}

// Serialized first, because an emptied field is `undefined`, which is not JSON.
const bodyOf = (blocks: EditableBlock[]) => z.array(z.json()).parse(JSON.parse(JSON.stringify(storedBlocks(blocks))));

/** A blank `of` tells the database that the translation says the same as the English text. */
const translationsOf = ({ swahili }: PageContent, isConfirmed: boolean) => {
  if (!swahili) return {};
  const { title, metaDescription, blocks } = swahili;
  const texts = { title, body: bodyOf(blocks), ...(metaDescription ? { meta_description: metaDescription } : {}) };
  return { sw: isConfirmed ? { ...texts, of: '' } : texts };
};

const columnsOf = (content: PageContent, isTranslationConfirmed = false) => ({
  title: content.title,
  slug: content.slug,
  meta_description: content.metaDescription || null,
  social_image: content.socialImage || null,
  body: bodyOf(content.blocks),
  translations: translationsOf(content, isTranslationConfirmed),
});

const slugTaken = translatable('Another page has this slug already. Choose another one.');

/** Creates a draft. Refused as `invalid` when the slug is taken. */
export async function createPage(db: Db, content: PageContent): Promise<PageDraft> {
  return toDraft(unwrapUnique(await db.from('cms_pages').insert(columnsOf(content)).select(draftColumns).single(), 'slug', slugTaken));
}

/**
 * Saves a page on the condition that its version is still `version`; refused as `conflict` when it was saved or deleted in the meantime.
 * `isTranslationConfirmed` marks the translation as one of the English text saved with it.
 */
export async function savePage(
  db: Db,
  { id, version, content, isTranslationConfirmed }: { id: string; version: number; content: PageContent; isTranslationConfirmed?: boolean },
): Promise<PageDraft> {
  const [saved] = unwrapUnique(
    await db.from('cms_pages').update(columnsOf(content, isTranslationConfirmed)).eq('id', id).eq('version', version).select(draftColumns),
    'slug',
    slugTaken,
  );
  if (!saved)
    throw new DataError(
      'conflict',
      translatable('Someone else saved this page while you were writing. Your text is safe: choose which version to keep.'),
    );
  return toDraft(saved);
}

/** Overwrites what somebody else saved in the meantime, after storing theirs as a version. */
export async function overwritePage(db: Db, { id, content }: { id: string; content: PageContent }): Promise<PageDraft> {
  const { error, status } = await db.rpc('save_page_version', { page_id: id });
  if (error) throw toDataError(error, status);
  const { version } = await getPage(db, id);
  return savePage(db, { id, version, content });
}

/** Publishes the working copy; refused as `conflict` when its version is no longer `version`. */
export async function publishPage(db: Db, { id, version }: { id: string; version: number }): Promise<{ id: string }> {
  return { id: unwrap(await db.rpc('publish_page', { page_id: id, expected_version: version })).id };
}

/** Unpublishes a page; the working copy stays. */
export async function unpublishPage(db: Db, id: string): Promise<{ id: string }> {
  return { id: unwrap(await db.rpc('unpublish_page', { page_id: id })).id };
}

/** Schedules this version's publication and the page's unpublication; null cancels. Times in ISO. */
export async function schedulePage(
  db: Db,
  { id, version, publishAt, unpublishAt }: { id: string; version: number; publishAt: string | null; unpublishAt: string | null },
): Promise<{ id: string }> {
  return {
    id: unwrap(
      await db.rpc('schedule_page', {
        page_id: id,
        expected_version: version,
        // The generated types declare every argument of a function as never null; null cancels here.
        publish_at: publishAt as string,
        unpublish_at: unpublishAt as string,
      }),
    ).id,
  };
}

/** Creates a draft with the same content and a slug of its own. */
export async function duplicatePage(db: Db, id: string): Promise<PageDraft> {
  const page = await getPage(db, id);
  const taken = new Set(
    unwrap(
      await db
        .from('cms_pages')
        .select('slug')
        .like('slug', `${page.slug.slice(0, 70)}-copy%`),
    ).map(({ slug }) => slug),
  );
  const base = `${page.slug.slice(0, 70)}-copy`;
  let slug = base;
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
  return createPage(db, { ...page, title: `${page.title.slice(0, 150)} (copy)`, slug });
}

/** Deletes a page with its versions. */
export async function deletePage(db: Db, id: string): Promise<void> {
  unwrap(await db.from('cms_pages').delete().eq('id', id).select('id').single());
}
