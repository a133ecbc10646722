import type { Context, Hono } from 'hono';
import type { Registry } from '@masomo/contracts/registry';
import type { PageRenderer } from '../render/createPageRenderer.ts';

const texts = [
  { path: '/robots.txt', call: 'robots', type: 'text/plain; charset=utf-8' },
  { path: '/sitemap.xml', call: 'sitemap', type: 'application/xml; charset=utf-8' },
] as const;

type Options = { liveRegistry: () => Promise<Registry | null>; pages: PageRenderer; originOf: (c: Context) => string };

/** `/robots.txt` and `/sitemap.xml`, written by the remote that owns the home page. */
export function addSitemap(app: Hono, { liveRegistry, pages, originOf }: Options): void {
  for (const { path, call, type } of texts) {
    app.on(['GET', 'HEAD'], path, async (c) => {
      const registry = await liveRegistry();
      for (const [name, remote] of Object.entries(registry?.remotes ?? {})) {
        if (!remote.manifest.prerender || !remote.manifest.owns.includes('/')) continue;
        const text = await pages.text(name, remote, call, new URL(originOf(c)));
        if (text !== null) return c.body(text, 200, { 'content-type': type, 'cache-control': 'public, max-age=300' });
      }
      return c.text('There is nothing here.', 404);
    });
  }
}
