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
  /** What visitors type, without a path. */
  origin: string;
};
export type Exported = { pages: string[]; files: number; bytes: number };

/** Files beside the pages, by their address. */
const besides = ['/robots.txt', '/sitemap.xml', '/manifest.webmanifest', '/registry.json', '/config.json'];

const nameOf = (page: string) => (page === '/' ? 'home' : page.slice(1).replaceAll('/', '-'));

/**
 * Writes what visitors who are not signed in read as files for a plain host: the pages of the sitemap, their pictures, and
 * the releases they run. An address without a file is answered by `404.html`, which is the product without a page: it
 * draws what its address means. Throws when the site gives a page no answer; `folder` is then not complete.
 */
export async function exportSite({ fetch: ask, store, registry, origin }: Site, folder: string): Promise<Exported> {
  const done: Exported = { pages: [], files: 0, bytes: 0 };

  async function write(address: string, content: string | Uint8Array): Promise<void> {
    const file = path.join(folder, address);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
    done.files += 1;
    done.bytes += typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength;
  }

  async function read(address: string): Promise<Response> {
    const answer = await ask(new Request(new URL(address, origin)));
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: it cannot be exported.`);
    return answer;
  }

  /** The picture of a page as a file, for a host that does not know queries. */
  async function withPicture(page: string, html: string): Promise<string> {
    const address = [...html.matchAll(/<meta property="og:image" content="([^"]*)">/g)]
      .map(([, content = '']) => content)
      .find((content) => content.startsWith(origin + shareImagePath));
    if (address === undefined) return html;
    const file = `/share/${nameOf(page)}.png`;
    const picture = await ask(new Request(address.replaceAll('&amp;', '&')));
    // A shell that draws no pictures has none to show.
    if (!picture.ok) return html.replace(`<meta property="og:image" content="${address}">`, '');
    await write(file, new Uint8Array(await picture.arrayBuffer()));
    return html.replaceAll(address, origin + file);
  }

  const sitemap = await (await read('/sitemap.xml')).text();
  done.pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => decodeURI(new URL(address).pathname));
  const policies = new Map<string, string>();
  for (const page of done.pages) {
    const answer = await read(page);
    const policy = answer.headers.get('content-security-policy') ?? '';
    policies.set(page, policy);
    await write(page === '/' ? '/index.html' : `${page}/index.html`, embedPolicy(await withPicture(page, await answer.text()), policy));
  }
  // A page that nobody has drawn beforehand is drawn by its scripts, at any address.
  const bare = await read('/login');
  const barePolicy = bare.headers.get('content-security-policy') ?? '';
  const html = embedPolicy(await bare.text(), barePolicy);
  for (const address of ['/404.html', '/login/index.html']) await write(address, html);
  policies.set('/*', barePolicy);

  const offline = await read('/offline');
  await write('/offline/index.html', embedPolicy(await offline.text(), offline.headers.get('content-security-policy') ?? ''));
  for (const address of besides) await write(address, await (await read(address)).text());
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
  return done;
}
