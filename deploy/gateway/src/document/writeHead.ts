import type { PageHead } from '@masomo/contracts/page';
import { escapeJson, escapeText } from './escapeText.ts';

const meta = (attribute: 'name' | 'property', key: string, content: string) =>
  `<meta ${attribute}="${key}" content="${escapeText(content)}">`;

function absolute(address: string, origin: string): string {
  return URL.canParse(address, origin) ? new URL(address, origin).href : origin;
}

/** The tags that say what a page is, to people, search engines and link previews. */
export function writePageHead(head: PageHead, origin: string, brand: string): string {
  const canonical = absolute(head.canonical, origin);
  return [
    `<title>${escapeText(head.title)}</title>`,
    head.description ? meta('name', 'description', head.description) : '',
    head.noindex ? meta('name', 'robots', 'noindex') : `<link rel="canonical" href="${escapeText(canonical)}">`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', brand),
    meta('property', 'og:title', head.title),
    head.description ? meta('property', 'og:description', head.description) : '',
    meta('property', 'og:url', canonical),
    head.image ? meta('property', 'og:image', absolute(head.image, origin)) : '',
    meta('name', 'twitter:card', head.image ? 'summary_large_image' : 'summary'),
  ].join('');
}

/** What search engines read of a page; nobody waits for it. */
export function writeStructuredData({ jsonLd = [] }: PageHead): string {
  return jsonLd.length > 0
    ? `<script type="application/ld+json">${escapeJson({ '@context': 'https://schema.org', '@graph': jsonLd })}</script>`
    : '';
}
