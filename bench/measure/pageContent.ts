/** The content of a public page, for reference sites that show the same page. */
export type PageContent = { slug: string; title: string; meta: string; styles: string; body: string; font: string };

const firstMatch = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? '';

/**
 * Splits a prerendered document into title, metadata for search engines, styles as one sheet, and the markup shown without scripts.
 * Throws when any is missing, because a reference site without it would measure as faster than it should.
 */
export function readPageContent(slug: string, html: string): PageContent {
  const parts = {
    slug,
    title: firstMatch(html, /<title>([^<]*)<\/title>/),
    meta: [
      ...html.matchAll(
        /<meta (?:name="(?:description|twitter:card)"|property)[^>]*>|<link rel="canonical"[^>]*>|<script type="application\/ld\+json">.*?<\/script>/gs,
      ),
    ]
      .map(([tag]) => tag)
      .join(''),
    styles: [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, sheet]) => sheet).join('\n'),
    body: firstMatch(html, /<body[^>]*>(.*)<\/body>/s)
      .replaceAll(/<script.*?<\/script>/gs, '')
      .replaceAll(/<!-- -->|<\/?noscript>/g, ''),
    font: firstMatch(html, /<link rel="preload" as="font"[^>]*href="([^"]*)"/),
  };
  const missing = Object.entries(parts)
    .filter(([name, value]) => !value && name !== 'slug')
    .map(([name]) => name);
  if (missing.length > 0) throw new Error(`/${slug} has no ${missing.join(', ')}.`);
  return parts;
}

/** Paths of the fonts and images a page loads. */
export function listPageAssets({ styles, body }: PageContent): string[] {
  const found = [...styles.matchAll(/url\(["']?(\/[^"')]+)/g), ...body.matchAll(/(?:src|href)="(\/releases\/[^"#]+)/g)];
  return [...new Set(found.map(([, assetPath]) => assetPath ?? ''))];
}
