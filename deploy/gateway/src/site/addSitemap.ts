import type { Context, Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Registry, RegistryRemote } from '@masomo/contracts/registry';
import type { PageRenderer } from '../render/createPageRenderer.ts';

type Options = {
  liveRegistry: () => Promise<Registry | null>;
  pages: Pick<PageRenderer, 'sitemap'>;
  contentRevision: () => Promise<number>;
  originOf: (c: Context) => string;
  log: Logger;
};
type Source = { name: string; remote: RegistryRemote; origin: string };

/** The releases, revisions and origins that are current at a time. */
const maxSitemaps = 4;

/**
 * `/sitemap.xml`, written by the remote that owns the home page, once per release and revision of the content; while that cannot be
 * rendered, the last one.
 */
export function addSitemap(app: Hono, { liveRegistry, pages, contentRevision, originOf, log }: Options): void {
  let last: { origin: string; xml: string } | undefined;
  const sitemaps = new LRUCache<string, { xml: string | null }, Source>({
    max: maxSitemaps,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: { name, remote, origin } }) => ({
      xml: await pages.sitemap(name, remote, new URL(origin)),
    }),
  });

  app.on(['GET', 'HEAD'], '/sitemap.xml', async (c) => {
    const registry = await liveRegistry();
    const owner = Object.entries(registry?.remotes ?? {}).find(([, { manifest }]) => manifest.prerender && manifest.owns.includes('/'));
    if (!owner) return c.text('There is nothing here.', 404);
    const [name, remote] = owner;
    const origin = originOf(c);
    try {
      const key = `${name} ${remote.version} ${await contentRevision()} ${origin}`;
      const { xml } = await sitemaps.forceFetch(key, { context: { name, remote, origin } });
      if (xml === null) return c.text('There is nothing here.', 404);
      last = { origin, xml };
    } catch (error) {
      log.error({ err: error, remote: name, version: remote.version }, 'the sitemap could not be rendered');
      if (last?.origin !== origin) return c.text('The sitemap cannot be read at the moment.', 503, { 'retry-after': '60' });
    }
    return c.body(last.xml, 200, { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=300' });
  });
}
