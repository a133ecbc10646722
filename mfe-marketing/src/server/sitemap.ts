import { inLanguage, languages } from '@masomo/contracts/languages';
import type { Db } from '@masomo/data';
import { listPublishedPages } from '@masomo/data/site/publishedPages';
import { isBuiltFromMessages, pageMetadata } from './pageMetadata.ts';

const escapeXml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The sitemap: built-in pages, the store and published CMS pages, in each language that they are written in. `url` is any URL of the site. */
export async function sitemap(db: Db, url: URL): Promise<string> {
  const published = await listPublishedPages(db);
  const pages = new Map(published.map((page) => [page.slug === 'home' ? '/' : `/${page.slug}`, page]));
  const paths = new Set([...Object.keys(pageMetadata), '/store', ...pages.keys()]);
  const entries = [...paths].flatMap((path) => {
    const page = pages.get(path);
    const lastModified = page?.publishedAt;
    const written = lastModified ? `<lastmod>${escapeXml(lastModified)}</lastmod>` : '';
    const inLanguages = languages.filter((language) => isBuiltFromMessages(path) || (page?.languages.includes(language) ?? true));
    return inLanguages.map((language) => `<url><loc>${escapeXml(new URL(inLanguage(path, language), url).href)}</loc>${written}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>\n`;
}
