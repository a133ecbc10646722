import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Registry } from '@masomo/contracts/registry';
import type { ReleaseStore } from '@masomo/release';
import { shareImagePath } from '../shareImages/shareImages.ts';
import { headersFile } from './headersFile.ts';
import { embedPolicy } from './embedPolicy.ts';

type Site = {
  /** A gateway whose documents carry their data (`selfContained`). */
  fetch(request: Request): Response | Promise<Response>;
  store: ReleaseStore;
  registry: Registry;
  /** The origin visitors will use. */
  origin: string;
};
export type ExportedSite = { pages: string[]; files: number; bytes: number };

/** Addresses of files beside the pages. */
const extraFiles = ['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/registry.json', '/config.json'];

const imageNameOf = (page: string) => (page === '/' ? 'home' : page.slice(1).replaceAll('/', '-'));

/**
 * Writes the public site as files for a static host: the pages of the sitemap, their share images, and the releases they run.
 * `404.html` is the product without a page: served for an address without a file, it renders the page of that address. Throws when a
 * page cannot be read; `folder` is then incomplete.
 */
export async function exportSite({ fetch: fetchPage, store, registry, origin }: Site, folder: string): Promise<ExportedSite> {
  const exported: ExportedSite = { pages: [], files: 0, bytes: 0 };

  async function write(address: string, content: string | Uint8Array): Promise<void> {
    const file = path.join(folder, address);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
    exported.files += 1;
    exported.bytes += typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
  }

  async function read(address: string): Promise<Response> {
    const response = await fetchPage(new Request(new URL(address, origin)));
    if (!response.ok) throw new Error(`${address} cannot be exported: the response has status ${response.status}.`);
    return response;
  }

  /** Writes the page's share image as a file, for a host that ignores query strings. */
  async function withShareImage(page: string, html: string): Promise<string> {
    const address = [...html.matchAll(/<meta property="og:image" content="([^"]*)">/g)]
      .map(([, content = '']) => content)
      .find((content) => content.startsWith(origin + shareImagePath));
    if (address === undefined) return html;
    const file = `/share/${imageNameOf(page)}.png`;
    const image = await fetchPage(new Request(address.replaceAll('&amp;', '&')));
    // A shell need not render share images.
    if (!image.ok) return html.replace(`<meta property="og:image" content="${address}">`, '');
    await write(file, new Uint8Array(await image.arrayBuffer()));
    return html.replaceAll(address, origin + file);
  }

  const sitemap = await (await read('/sitemap.xml')).text();
  exported.pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => decodeURI(new URL(address).pathname));
  const policies = new Map<string, string>();
  for (const page of exported.pages) {
    const response = await read(page);
    const policy = response.headers.get('content-security-policy') ?? '';
    policies.set(page, policy);
    const html = await embedPolicy(await withShareImage(page, await response.text()), policy);
    await write(page === '/' ? '/index.html' : `${page}/index.html`, html);
  }
  // The bare document renders the page of the address it is served at.
  const bare = await read('/login');
  const barePolicy = bare.headers.get('content-security-policy') ?? '';
  const html = await embedPolicy(await bare.text(), barePolicy);
  for (const address of ['/404.html', '/login/index.html']) await write(address, html);
  policies.set('/*', barePolicy);

  const offline = await read('/offline');
  const offlinePolicy = offline.headers.get('content-security-policy') ?? '';
  await write('/offline/index.html', await embedPolicy(await offline.text(), offlinePolicy));
  for (const address of extraFiles) await write(address, await (await read(address)).text());
  for (const [app, release] of [['shell', registry.shell], ...Object.entries(registry.remotes)] as const) {
    for (const { version, base } of [release, ...('previous' in release && release.previous ? [release.previous] : [])]) {
      const manifest = await store.readRelease(app, version);
      for (const file of Object.keys(manifest?.files ?? {}).filter((name) => !name.startsWith('server/'))) {
        const content = await (await store.openFile(app, version, file))?.read();
        if (content) await write(base + file, content);
        if (content && app === 'shell' && version === registry.shell.version && file.startsWith('public/'))
          await write(file.slice('public'.length), content);
      }
    }
  }
  await write('/_headers', headersFile(policies));
  return exported;
}
