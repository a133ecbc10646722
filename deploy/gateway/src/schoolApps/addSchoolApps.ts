import type { Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { Backend } from '../backend.ts';
import { appManifest, assetLinks, startPath } from './appFiles.ts';
import { isIcon } from './appIcons.ts';
import { createSchoolApps } from './createSchoolApps.ts';
import { appAddressOf, isAppAddress, type SchoolApp } from './schoolApp.ts';

type Options = Pick<Backend, 'rest' | 'storage'> & {
  publishableKey: string;
  originOf: (c: Context) => string;
  log: Logger;
};

const startScreen = '/dashboard/addons/android-app/start';
const notFound = (c: Context) => c.text('There is no such file.', 404, { 'cache-control': 'no-store' });

/**
 * What makes a school's app: at the app's own host name its manifest, its `assetlinks.json` and the address with which it opens; at every
 * host name its icons. All of it is public. At the product's own host name the site's manifest stays, and no app may open its links.
 */
export function addSchoolApps(app: Hono, { rest, storage, publishableKey, originOf, log }: Options): { stop(): Promise<void> } {
  const apps = createSchoolApps({ rest, storage, publishableKey });
  const addressOf = (c: Context) => appAddressOf(c.req.header('host') ?? new URL(c.req.url).host, originOf(c));

  async function answer(c: Context, address: string, respond: (found: SchoolApp) => Response | Promise<Response>): Promise<Response> {
    try {
      const found = isAppAddress(address) ? await apps.at(address) : null;
      return found ? await respond(found) : notFound(c);
    } catch (error) {
      log.error({ err: error, address }, 'a file of an app was not served');
      return c.text('This file cannot be read at the moment.', 503, { 'cache-control': 'no-store', 'retry-after': '5' });
    }
  }
  const manifest = (c: Context) => (found: SchoolApp) =>
    c.body(JSON.stringify(appManifest(found, originOf(c))), 200, {
      'content-type': 'application/manifest+json; charset=utf-8',
      'cache-control': 'public, max-age=300',
    });

  app.get('/manifest.webmanifest', async (c, next) => {
    const address = addressOf(c);
    return address === undefined ? next() : answer(c, address, manifest(c));
  });
  app.get('/.well-known/assetlinks.json', async (c) => {
    const address = addressOf(c);
    const links = (found?: SchoolApp) => c.json(found ? assetLinks(found) : [], 200, { 'cache-control': 'public, max-age=300' });
    return address === undefined ? links() : answer(c, address, links);
  });
  app.get(startPath, async (c, next) => {
    const address = addressOf(c);
    if (address === undefined) return next();
    // An app that was installed opens whatever has become of the licence.
    const found = await apps.at(address).catch(() => null);
    return c.body(null, 302, { location: found ? startScreen : '/dashboard', 'cache-control': 'no-store' });
  });
  app.get('/_apps/:address/manifest.webmanifest', (c) => answer(c, c.req.param('address'), manifest(c)));
  app.get('/_apps/:address/:file{[a-z]+-[0-9]+\\.png}', (c) => {
    const [kind = '', size = ''] = c.req.param('file').replace('.png', '').split('-');
    return answer(c, c.req.param('address'), async (found) => {
      if (!isIcon(kind, Number(size))) return notFound(c);
      const isCurrent = c.req.query('v') === found.version;
      return c.body(await apps.icon({ app: found, kind, size: Number(size) }), 200, {
        'content-type': 'image/png',
        'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      });
    });
  });
  app.get('/_apps/*', notFound);

  return { stop: () => apps.stop() };
}
