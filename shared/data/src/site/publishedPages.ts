import type { PageBlock } from '@masomo/domain/blocks';
import { localized } from '@masomo/domain/translations';
import { imagePathsOf, type LibraryImage } from '@masomo/domain/libraryImages';
import { toDataError, unwrap, type Db } from '@masomo/data';
import { currentLanguage } from '@masomo/i18n';
import { translationColumn } from './translationColumn.ts';
import { listImages } from './images.ts';

/** A page as visitors read it; `images` by URL, `publishedAt` in ISO, `languages` those it is written in. */
export type PublishedPage = {
  slug: string;
  title: string;
  description: string;
  publishedAt: string;
  socialImage: string;
  blocks: PageBlock[];
  images: Record<string, LibraryImage>;
  languages: string[];
  /** Set where the page is shown in English because it is not written in the visitor’s language. */
  lang?: 'en';
};
export type PageLink = { slug: string; title: string; publishedAt: string; languages: string[] };

export const pageKeys = {
  bySlug: (slug: string) => ['published_pages', slug] as const,
  draft: (slug: string) => ['cms_pages', 'draft', slug] as const,
  descriptions: (slugs: readonly string[]) => ['published_pages', 'descriptions', slugs] as const,
};

type PageTexts = { title: string; meta_description: string | null; body: unknown };
type PageRow = PageTexts & { slug: string; social_image: string | null };

async function pageOf(db: Db, row: PageRow, translation: unknown, language: string) {
  // Loaded with the first query, so that a server-rendered page starts without the schemas.
  const [{ parseBlocks }, { pageTranslationSchema }] = await Promise.all([
    import('@masomo/domain/blocks'),
    import('@masomo/domain/pageTranslations'),
  ]);
  const translated = pageTranslationSchema.safeParse(translation).data;
  const texts: PageTexts = translated ? { ...translated, meta_description: translated.meta_description ?? null } : row;
  const blocks = parseBlocks(texts.body);
  const images = await listImages(db, imagePathsOf(blocks));
  return {
    slug: row.slug,
    title: texts.title,
    description: texts.meta_description ?? '',
    socialImage: row.social_image ?? '',
    blocks,
    images,
    ...(language === 'en' || translated ? {} : { lang: 'en' as const }),
  };
}

/** The published page at an address in a language, or in English where it is not translated; null when there is none. */
export async function getPublishedPage(db: Db, slug: string, language = currentLanguage()): Promise<PublishedPage | null> {
  const columns = `slug, title, meta_description, social_image, body, published_at, languages, ${translationColumn(language)}` as const;
  const [row] = unwrap(await db.from('published_pages').select(columns).eq('slug', slug).limit(1));
  if (!row) return null;
  return { ...(await pageOf(db, row, row.translation, language)), publishedAt: row.published_at, languages: row.languages };
}

/** The working copy of a page; null for visitors without access to it. */
export async function getDraftPage(db: Db, slug: string, language = currentLanguage()): Promise<PublishedPage | null> {
  const columns = `slug, title, meta_description, social_image, body, updated_at, ${translationColumn(language)}` as const;
  const [row] = unwrap(await db.from('cms_pages').select(columns).eq('slug', slug).limit(1));
  return row ? { ...(await pageOf(db, row, row.translation, language)), publishedAt: row.updated_at, languages: [] } : null;
}

/** Where an address without a page has moved, such as `/pricing`, or null. */
export async function getRedirect(db: Db, path: string): Promise<string | null> {
  const { data, error, status } = await db.rpc('redirect_of', { path }, { get: true });
  if (error) throw toDataError(error, status);
  return data;
}

/** What the published pages at these addresses are about, by slug, in a language or in English; pages without a description are missing. */
export async function readPageDescriptions(
  db: Db,
  slugs: readonly string[],
  language = currentLanguage(),
): Promise<Record<string, { text: string; lang?: 'en' }>> {
  if (slugs.length === 0) return {};
  const columns = `slug, meta_description, ${translationColumn(language)}` as const;
  const rows = unwrap(await db.from('published_pages').select(columns).in('slug', slugs));
  const pages = rows.map(({ translation, ...row }) => localized(row, translation, ['meta_description'], language));
  return Object.fromEntries(pages.flatMap(({ slug, meta_description: text, ...rest }) => (text ? [[slug, { text, ...rest }]] : [])));
}

/** Every published page, for the site map; at most 5,000. */
export async function listPublishedPages(db: Db): Promise<PageLink[]> {
  const rows = unwrap(await db.from('published_pages').select('slug, title, published_at, languages').order('slug').limit(5_000));
  return rows.map(({ published_at: publishedAt, ...row }) => ({ ...row, publishedAt }));
}

/** Paths of all published pages and of those that have moved, without limit: a site has no page at any other. */
export async function listSiteAddresses(db: Db): Promise<string[]> {
  return unwrap(await db.rpc('site_addresses', {}, { get: true }));
}
