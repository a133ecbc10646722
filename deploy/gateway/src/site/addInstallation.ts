import type { Hono } from 'hono';
import type { Registry } from '@masomo/contracts/registry';
import type { PageRenderer } from '../render/createPageRenderer.ts';
import { strictPolicy, hashSource } from '../http/securityHeaders.ts';

/** What the installed web app needs besides its pages: its manifest, and the page it shows without a connection. */
export function addInstallation(app: Hono, liveRegistry: () => Promise<Registry | null>, pages: PageRenderer): void {
  app.get('/manifest.webmanifest', async (c) => {
    const registry = await liveRegistry();
    const manifest = registry && (await pages.webManifest(registry.shell));
    if (!manifest) return c.text('There is no such file.', 404);
    return c.body(JSON.stringify(manifest), 200, {
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'public, max-age=300',
    });
  });
  app.get('/offline', async (c) => {
    const registry = await liveRegistry();
    const page = registry && (await pages.offlinePage(registry.shell));
    if (!page) return c.text('There is no such page.', 404);
    return c.body(page.html, 200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-robots-tag': 'noindex',
      'content-security-policy': `${strictPolicy}; style-src ${hashSource(page.style)}`,
    });
  });
}
