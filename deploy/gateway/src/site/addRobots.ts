import type { Context, Hono } from 'hono';
import { addressLanguages, inLanguage } from '@masomo/contracts/languages';

/** What is behind sign-in, and no page at all. */
const screens = ['/dashboard', '/login'];
const endpoints = ['/auth/', '/functions/', '/rest/', '/_local/'];
const closed = [...screens, ...addressLanguages.flatMap((language) => screens.map((path) => inLanguage(path, language))), ...endpoints];

/** `/robots.txt`, which no render and no release decides: a crawler that gets an error for it stays away from the whole site. */
export function addRobots(app: Hono, originOf: (c: Context) => string): void {
  app.on(['GET', 'HEAD'], '/robots.txt', (c) => {
    const lines = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), '', `Sitemap: ${originOf(c)}/sitemap.xml`, ''];
    return c.text(lines.join('\n'), 200, { 'cache-control': 'public, max-age=300' });
  });
}
