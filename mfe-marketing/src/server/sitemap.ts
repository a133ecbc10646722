import type { Db } from '@masomo/data';
import { listPublishedPages } from '@masomo/data/site/publishedPages';
import { pageMetadata } from '../shared/pageMetadata.ts';

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The sitemap: built-in pages, the store and published CMS pages. `url` is any URL of the site. */
export async function sitemap(db: Db, url: URL): Promise<string> {
  const published = await listPublishedPages(db);
  const publishedAt = new Map(published.map((page) => [page.slug === 'home' ? '/' : `/${page.slug}`, page.publishedAt]));
  const paths = new Set([...Object.keys(pageMetadata), '/store', ...publishedAt.keys()]);
  const entries = [...paths].map((path) => {
    const lastModified = publishedAt.get(path);
    return `<url><loc>${escapeXml(new URL(path, url).href)}</loc>${lastModified ? `<lastmod>${escapeXml(lastModified)}</lastmod>` : ''}</url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>\n`;
}

/** Rules for crawlers: everything public, nothing behind sign-in and no API. */
export function robots(_db: Db, url: URL): string {
  const closed = ['/dashboard', '/login', '/auth/', '/functions/', '/rest/', '/_local/'];
  return ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${new URL('/sitemap.xml', url).href}`, ''].join(
    '\n',
  );
}
