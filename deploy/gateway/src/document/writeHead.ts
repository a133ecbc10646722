import { raw } from 'hono/html';
import { inLanguage, languages, type Language } from '@masomo/contracts/languages';
import type { PageHead } from '@masomo/contracts/page';
import { escapeJson } from './escapeJson.ts';
import { markup, type Markup } from './markup.ts';

const meta = (attribute: 'name' | 'property', key: string, content: string) => markup`<meta ${attribute}="${key}" content="${content}">`;

function absoluteUrl(address: string, origin: string): string {
  return URL.canParse(address, origin) ? new URL(address, origin).href : origin;
}

/** The head's tags that describe a page to people, search engines and link previews. */
export function writePageHead(head: PageHead, { origin, brand, language }: { origin: string; brand: string; language: Language }): Markup {
  const addressIn = (other: Language) => absoluteUrl(inLanguage(head.canonical, other), origin);
  const written = languages.filter((other) => head.languages?.includes(other) ?? true);
  // A page that falls back to another language is a copy of that language's page.
  const canonical = addressIn(written.includes(language) ? language : 'en');
  const alternates = written.map((other) => markup`<link rel="alternate" hreflang="${other}" href="${addressIn(other)}">`);
  const tags = [
    head.description && meta('name', 'description', head.description),
    head.noindex
      ? meta('name', 'robots', 'noindex')
      : markup`<link rel="canonical" href="${canonical}">${written.length > 1 && markup`${alternates}<link rel="alternate" hreflang="x-default" href="${addressIn('en')}">`}`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', brand),
    meta('property', 'og:title', head.title),
    head.description && meta('property', 'og:description', head.description),
    meta('property', 'og:url', canonical),
    head.image && meta('property', 'og:image', absoluteUrl(head.image, origin)),
    meta('name', 'twitter:card', head.image ? 'summary_large_image' : 'summary'),
  ];
  return markup`<title>${head.title}</title>${tags}`;
}

/** Structured data for search engines. */
export function writeStructuredData({ jsonLd = [] }: PageHead): Markup {
  if (jsonLd.length === 0) return markup``;
  const graph = escapeJson({ '@context': 'https://schema.org', '@graph': jsonLd });
  return markup`<script type="application/ld+json">${raw(graph)}</script>`;
}
