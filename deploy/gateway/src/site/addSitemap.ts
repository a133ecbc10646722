import type { Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { Registry } from '@masomo/contracts/registry';
import type { PageRenderer } from '../render/createPageRenderer.ts';

type Options = { liveRegistry: () => Promise<Registry | null>; pages: PageRenderer; originOf: (c: Context) => string; log: Logger };

/** `/sitemap.xml`, written by the remote that owns the home page; while that cannot be rendered, the last one. */
export function addSitemap(app: Hono, { liveRegistry, pages, originOf, log }: Options): void {
  let last: { origin: string; xml: string } | undefined;

  app.on(['GET', 'HEAD'], '/sitemap.xml', async (c) => {
    const registry = await liveRegistry();
    const owner = Object.entries(registry?.remotes ?? {}).find(([, { manifest }]) => manifest.prerender && manifest.owns.includes('/'));
    if (!owner) return c.text('There is nothing here.', 404);
    const [name, remote] = owner;
    const origin = originOf(c);
    try {
      const xml = await pages.sitemap(name, remote, new URL(origin));
      if (xml === null) return c.text('There is nothing here.', 404);
      last = { origin, xml };
    } catch (error) {
      log.error({ err: error, remote: name, version: remote.version }, 'the sitemap could not be rendered');
      if (last?.origin !== origin) return c.text('The sitemap cannot be read at the moment.', 503, { 'retry-after': '60' });
    }
    return c.body(last.xml, 200, { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=300' });
  });
}
