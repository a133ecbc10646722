/** What a public page is made of, for a site that shows the same. */
export type PageContent = { slug: string; title: string; meta: string; styles: string; body: string; font: string };

const firstMatch = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? '';

/**
 * Takes a prerendered document apart: its title, what it tells search engines, its styles as one sheet, its markup as it is for whoever has
 * no scripts. Throws when one of them is missing, because a reference without it would be measured as faster than it is.
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

/** Addresses of this origin a page asks for: fonts, pictures. */
export function listPageAssets({ styles, body }: PageContent): string[] {
  const found = [...styles.matchAll(/url\(["']?(\/[^"')]+)/g), ...body.matchAll(/(?:src|href)="(\/releases\/[^"#]+)/g)];
  return [...new Set(found.map(([, address]) => address ?? ''))];
}
