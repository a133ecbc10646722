import type { Hono } from 'hono';
import { brandMark, installationFile, installationSchema, type Installation } from '@masomo/contracts/installation';
import type { Registry } from '@masomo/contracts/registry';
import type { ReleaseStore } from '@masomo/release';
import { hashSource, strictPolicy } from '../http/securityHeaders.ts';

type Options = { store: Pick<ReleaseStore, 'openFile'>; liveRegistry: () => Promise<Registry | null>; brand: string };

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const escapeString = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * What the installed web app needs besides its pages: its manifest, and the page it shows without a connection. Both are files of the
 * shell's release, so that they are there however slow renders are.
 */
export function addInstallation(app: Hono, { store, liveRegistry, brand }: Options): void {
  async function read(): Promise<Installation | null> {
    const registry = await liveRegistry();
    const file = registry && (await store.openFile('shell', registry.shell.version, installationFile));
    return file && installationSchema.parse(JSON.parse((await file.read()).toString()));
  }

  app.get('/manifest.webmanifest', async (c) => {
    const installation = await read();
    if (!installation) return c.text('There is no such file.', 404);
    return c.body(
      JSON.stringify(installation.manifest).replaceAll(brandMark, () => escapeString(brand)),
      200,
      {
        'content-type': 'application/manifest+json; charset=utf-8',
        'cache-control': 'public, max-age=300',
      },
    );
  });
  app.get('/offline', async (c) => {
    const installation = await read();
    if (!installation) return c.text('There is no such page.', 404);
    const { html, style } = installation.offline;
    return c.body(
      html.replaceAll(brandMark, () => escapeHtml(brand)),
      200,
      {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-robots-tag': 'noindex',
        'content-security-policy': `${strictPolicy}; style-src ${hashSource(style)}`,
      },
    );
  });
}
