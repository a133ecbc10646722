import type { Db } from '@masomo/data';
import { listPublishedPages } from '@masomo/data/site/publishedPages';
import { pageWords } from '../shared/pageWords.ts';

/** One address of the site map: its path, and when it last changed where that is known. */
export type SitemapEntry = { path: string; lastModified?: string };

/** Every public page: the site's own, the store, and what the CMS has published. */
export async function sitemap(db: Db): Promise<SitemapEntry[]> {
  const published = await listPublishedPages(db);
  const changed = new Map(published.map((page) => [page.slug === 'home' ? '/' : `/${page.slug}`, page.publishedAt]));
  const paths = new Set([...Object.keys(pageWords), '/store', ...changed.keys()]);
  return [...paths].map((path) => {
    const lastModified = changed.get(path);
    return lastModified ? { path, lastModified } : { path };
  });
}

/** Rules for crawlers: everything public, nothing of the signed-in area. `origin` has no slash at its end. */
export function robots(origin: string): string {
  return ['User-agent: *', 'Disallow: /dashboard', 'Disallow: /login', 'Disallow: /functions/', 'Disallow: /rest/', 'Disallow: /auth/', '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
}
