import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isSafePath } from '@masomo/release';
import type { Built } from '../build/index.ts';

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
};

export type ServedBuilds = { origin: string; show(built: Pick<Built, 'app' | 'version' | 'folder'>): void; close(): Promise<void> };

/**
 * Serves local builds to a browser that runs the product of another site: `/<app>/release.json` is the newest release,
 * `/<app>/<version>/…` its files. Cross-origin requests are allowed, so it serves nothing but builds.
 */
export async function serveBuilds(port: number): Promise<ServedBuilds> {
  const latestFolders = new Map<string, string>();
  const versionFolders = new Map<string, string>();
  async function readBuildFile(pathname: string): Promise<Buffer | null> {
    const [app = '', version = '', ...rest] = pathname.slice(1).split('/');
    const folder = version === 'release.json' && rest.length === 0 ? latestFolders.get(app) : versionFolders.get(`${app}/${version}`);
    const file = rest.length === 0 ? version : rest.join('/');
    return folder && isSafePath(file) ? readFile(path.join(folder, file)).catch(() => null) : null;
  }
  const server: Server = createServer((request, response) => {
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-private-network': 'true',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    };
    if (request.method === 'OPTIONS') return void response.writeHead(204, { ...headers, 'access-control-allow-headers': '*' }).end();
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    void readBuildFile(decodeURIComponent(pathname)).then((content) => {
      if (!content) return response.writeHead(404, headers).end('No such file in these builds.');
      return response
        .writeHead(200, { ...headers, 'content-type': contentTypes[path.extname(pathname)] ?? 'application/octet-stream' })
        .end(content);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    origin: `http://localhost:${typeof address === 'object' && address ? address.port : port}`,
    show({ app, version, folder }) {
      latestFolders.set(app, folder);
      versionFolders.set(`${app}/${version}`, folder);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
