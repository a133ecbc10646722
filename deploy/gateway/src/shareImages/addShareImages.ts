import type { Context, Hono } from 'hono';
import type { Registry } from '@masomo/contracts/registry';
import type { ComposedPage } from '../document/composedPage.ts';
import { pageUrl } from '../document/pageKind.ts';
import type { PageRenderer } from '../render/createPageRenderer.ts';
import { createShareImages, shareImageUrl, shareImagePath } from './shareImages.ts';

type Options = {
  pages: PageRenderer;
  brand: string;
  liveRegistry: () => Promise<Registry | null>;
  compose: (registry: Registry, url: URL) => Promise<ComposedPage>;
  originOf: (c: Context) => string;
};

/**
 * Adds the door link previews fetch a page's picture from. What it says is the page's own: an address that invents words
 * gets no picture. A shell that draws none shows the product's picture for every page.
 */
export function addShareImages(app: Hono, { pages, brand, liveRegistry, compose, originOf }: Options): { stop(): Promise<void> } {
  const pictures = createShareImages(pages, brand);

  app.get(shareImagePath, async (c) => {
    const [registry, page] = [await liveRegistry(), c.req.query('page') ?? ''];
    const origin = originOf(c);
    if (!registry || !/^\/(?!\/)[^?#]*$/.test(page) || !URL.canParse(page, origin)) return c.text('There is no such picture.', 404);
    const url = pageUrl(new URL(page, origin).href, origin);
    const { shareText: shared } = await compose(registry, url);
    if (!shared) return c.text('There is no such picture.', 404);
    const png = await pictures.picture(registry.shell, shared);
    if (!png) {
      const { image } = await pages.documentHead(registry);
      return image ? c.redirect(image, 302) : c.text('There is no such picture.', 404);
    }
    const isCurrent = shareImageUrl(url.pathname, shared, registry.shell.version).endsWith(`&v=${c.req.query('v') ?? ''}`);
    return c.body(png, 200, {
      'content-type': 'image/png',
      'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
    });
  });

  return { stop: () => pictures.stop() };
}
