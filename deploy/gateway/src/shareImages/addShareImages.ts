import type { Context, Hono } from 'hono';
import type { Registry } from '@masomo/contracts/registry';
import type { ComposedPage } from '../document/composedPage.ts';
import { pageUrl } from '../document/pageKind.ts';
import type { PageRenderer } from '../render/createPageRenderer.ts';
import { createShareImages, shareImagePath, shareImageUrl } from './shareImages.ts';

type Options = {
  pages: PageRenderer;
  brand: string;
  liveRegistry: () => Promise<Registry | null>;
  compose: (registry: Registry, url: URL) => Promise<ComposedPage>;
  originOf: (c: Context) => string;
};

const notFound = (c: Context) => c.text('There is no such picture.', 404);

/**
 * Adds the endpoint that link previews fetch a page's image from. Its text is read from the page, so an address cannot invent one. If
 * the shell renders no images, every page shows the product's own image.
 */
export function addShareImages(app: Hono, { pages, brand, liveRegistry, compose, originOf }: Options): { stop(): Promise<void> } {
  const images = createShareImages(pages, brand);

  app.get(shareImagePath, async (c) => {
    const [registry, page] = [await liveRegistry(), c.req.query('page') ?? ''];
    const origin = originOf(c);
    if (!registry || !/^\/(?!\/)[^?#]*$/.test(page) || !URL.canParse(page, origin)) return notFound(c);
    const url = pageUrl(new URL(page, origin).href, origin);
    const { shareText } = await compose(registry, url);
    if (!shareText) return notFound(c);
    const png = await images.image(registry.shell, shareText);
    if (!png) {
      const { image } = await pages.documentHead(registry);
      return image ? c.redirect(image, 302) : notFound(c);
    }
    const isCurrent = shareImageUrl(url.pathname, shareText, registry.shell.version).endsWith(`&v=${c.req.query('v') ?? ''}`);
    return c.body(png, 200, {
      'content-type': 'image/png',
      'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
    });
  });

  return { stop: () => images.stop() };
}
