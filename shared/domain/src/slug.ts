/** First path segments that belong to the product and can never be a page's slug. */
export const reservedSlugs = [
  'about',
  'admin',
  'api',
  'auth',
  'config.json',
  'contact',
  'dashboard',
  'demo',
  'faq',
  'favicon.ico',
  'features',
  'functions',
  'healthz',
  'home',
  'login',
  'manifest.webmanifest',
  'metrics',
  'offline',
  'pricing',
  'privacy',
  'registry.json',
  'releases',
  'rest',
  'robots.txt',
  'sitemap.xml',
  'storage',
  'store',
  'support',
  'sw.js',
  'terms',
  'trial',
  'versions',
] as const;

/** Lower-case words joined by single hyphens, at most 80 characters. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const slugMaxLength = 80;

/** Makes a slug from a title; empty when the title has no letter or digit. */
export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, slugMaxLength)
    .replace(/^-+|-+$/g, '');
}

/** Validation message for a slug; null when it is valid. */
export function slugProblem(slug: string): string | null {
  if (!slug) return 'Enter an address for the page.';
  if (slug.length > slugMaxLength) return `Use at most ${slugMaxLength} characters.`;
  if (!slugPattern.test(slug)) return 'Use lower-case letters, digits and single hyphens.';
  if (reservedSlugs.some((reserved) => reserved === slug)) return `"${slug}" belongs to the site itself. Choose another address.`;
  return null;
}
