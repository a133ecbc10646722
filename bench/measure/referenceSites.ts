import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { listPageAssets, type PageContent } from './pageContent.ts';

const sourcesDir = path.resolve(import.meta.dirname, '../references');
const outputDirs = { astro: 'dist', next: 'out' };
const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Builds a reference site from these pages in `folder` and returns its output folder. `origin` serves the pages' assets. */
export async function buildReference(
  site: keyof typeof outputDirs,
  pages: readonly PageContent[],
  origin: string,
  folder: string,
): Promise<string> {
  await cp(path.join(sourcesDir, site), folder, { recursive: true });
  await writeFile(path.join(folder, 'pages.json'), JSON.stringify(pages));
  for (const assetPath of new Set(pages.flatMap((page) => [page.font, ...listPageAssets(page)]))) {
    const response = await fetch(new URL(assetPath, origin));
    if (!response.ok) throw new Error(`${assetPath} responded with ${response.status}.`);
    const file = path.join(folder, 'public', assetPath);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, Buffer.from(await response.arrayBuffer()));
  }
  // Next accepts a page's styles only as files.
  if (site === 'next') await writeFile(path.join(folder, 'app/site.css'), [...new Set(pages.map(({ styles }) => styles))].join('\n'));
  const options = {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' },
  };
  for (const step of ['install --no-save', 'run build']) await promisify(execFile)('npm', step.split(' '), options);
  return path.join(folder, outputDirs[site]);
}

/** Serves a folder as a good static host would: precompressed with brotli, hashed files cached forever. */
export async function serveFolder(folder: string): Promise<{ port: number; close(): Promise<void> }> {
  const files = new Map<string, { type: string; plain: Buffer; brotli: Buffer | null }>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const assetPath = `/${path.relative(folder, file)}`.replace(/(?:^\/index|\/index|)\.html$/, (end) =>
      end === '/index.html' && path.dirname(file) === folder ? '/' : '',
    );
    const plain = await readFile(file);
    const isText = /\.(?:html|css|js|svg|json|txt)$/.test(file);
    files.set(assetPath || '/', {
      type: contentTypes[path.extname(file)] ?? 'application/octet-stream',
      plain,
      brotli: isText ? brotliCompressSync(plain) : null,
    });
  }
  const server = createServer((request, response) => {
    const found = files.get(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    if (!found) return void response.writeHead(404).end();
    const isShort = found.brotli !== null && String(request.headers['accept-encoding']).includes('br');
    const body = isShort ? (found.brotli ?? found.plain) : found.plain;
    response
      .writeHead(200, {
        'content-type': found.type,
        'content-length': body.length,
        ...(isShort ? { 'content-encoding': 'br' } : {}),
        'cache-control': found.type.startsWith('text/html') ? 'no-cache' : 'public, max-age=31536000, immutable',
      })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
