import type { PageBlock } from '@masomo/domain/blocks';
import { imagePathsOf, type LibraryImage } from '@masomo/domain/libraryImages';
import { toDataError, unwrap, type Db } from '@masomo/data';
import { listImages } from './images.ts';

/** A page as visitors read it; `images` by URL, `publishedAt` in ISO. */
export type PublishedPage = {
  slug: string;
  title: string;
  description: string;
  publishedAt: string;
  socialImage: string;
  blocks: PageBlock[];
  images: Record<string, LibraryImage>;
};
export type PageLink = { slug: string; title: string; publishedAt: string };

export const pageKeys = {
  bySlug: (slug: string) => ['published_pages', slug] as const,
  draft: (slug: string) => ['cms_pages', 'draft', slug] as const,
  search: (term: string) => ['published_pages', 'search', term] as const,
};

type PageRow = { slug: string; title: string; meta_description: string | null; social_image: string | null; body: unknown };

async function pageOf(db: Db, row: PageRow, publishedAt: string): Promise<PublishedPage> {
  // Loaded with the first query, so that a server-rendered page starts without the schemas.
  const { parseBlocks } = await import('@masomo/domain/blocks');
  const blocks = parseBlocks(row.body);
  const images = await listImages(db, imagePathsOf(blocks));
  return {
    slug: row.slug,
    title: row.title,
    description: row.meta_description ?? '',
    publishedAt,
    socialImage: row.social_image ?? '',
    blocks,
    images: images,
  };
}

/** The published page at an address, or null when there is none. */
export async function getPublishedPage(db: Db, slug: string): Promise<PublishedPage | null> {
  const rows = unwrap(
    await db.from('published_pages').select('slug, title, meta_description, social_image, body, published_at').eq('slug', slug).limit(1),
  );
  const row = rows[0];
  return row ? pageOf(db, row, row.published_at) : null;
}

/** The working copy of a page; null for visitors without access to it. */
export async function getDraftPage(db: Db, slug: string): Promise<PublishedPage | null> {
  const rows = unwrap(
    await db.from('cms_pages').select('slug, title, meta_description, social_image, body, updated_at').eq('slug', slug).limit(1),
  );
  const row = rows[0];
  return row ? pageOf(db, row, row.updated_at) : null;
}

/** Where an address without a page has moved, such as `/pricing`, or null. */
export async function getRedirect(db: Db, path: string): Promise<string | null> {
  const { data, error, status } = await db.rpc('redirect_of', { path }, { get: true });
  if (error) throw toDataError(error, status);
  return data;
}

/** Published pages whose title or description contains the term, at most five. */
export async function searchPages(db: Db, term: string): Promise<PageLink[]> {
  // Escaped twice: for LIKE's wildcards, then for PostgREST's quoted value.
  const pattern = `"%${term.replace(/[\\%_]/g, '\\$&').replace(/["\\]/g, '\\$&')}%"`;
  const rows = unwrap(
    await db
      .from('published_pages')
      .select('slug, title, published_at')
      .or(`title.ilike.${pattern},meta_description.ilike.${pattern}`)
      .neq('slug', 'home')
      .order('title')
      .limit(5),
  );
  return rows.map((row) => ({ slug: row.slug, title: row.title, publishedAt: row.published_at }));
}

/** Every published page, for the site map; at most 5,000. */
export async function listPublishedPages(db: Db): Promise<PageLink[]> {
  const rows = unwrap(await db.from('published_pages').select('slug, title, published_at').order('slug').limit(5_000));
  return rows.map((row) => ({ slug: row.slug, title: row.title, publishedAt: row.published_at }));
}
