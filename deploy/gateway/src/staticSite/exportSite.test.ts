import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeRegistry, promote, publish } from '@masomo/release';
import { writeBuild } from '@masomo/release/testRelease';
import { siteServer, startTestProduct, versionNumber, type TestProduct } from '../testGateway.ts';
import { exportSite, type ExportedSite } from './exportSite.ts';

let product: TestProduct;
let folder: string;
let exported: ExportedSite;
const file = (name: string) => readFile(path.join(folder, name), 'utf8');

beforeAll(async () => {
  product = await startTestProduct({ selfContained: true });
  const site = { app: 'mfe-marketing', version: versionNumber(2) };
  const sitemap = `exports.sitemap = async (db, url) => '<urlset>' + ['/', '/pricing'].map((path) => '<url><loc>' + new URL(path, url).href + '</loc></url>').join('') + '</urlset>';`;
  await publish(
    product.store,
    await writeBuild(product.folder, { ...site, server: `${siteServer}\n${sitemap}`, owns: ['/'], routes: ['/*'] }),
  );
  await promote(product.store, [site]);
  folder = await mkdtemp(path.join(tmpdir(), 'masomo-export-'));
  const registry = await composeRegistry(product.store, await product.store.readState());
  if (!registry) throw new Error('nothing is live');
  exported = await exportSite(
    { fetch: (request) => product.gateway.fetch(request), store: product.store, registry, origin: 'https://masomo.test' },
    folder,
  );
});
afterAll(async () => {
  await product.end();
  await rm(folder, { recursive: true, force: true });
});

test('the pages of the sitemap are files with their content, data and policy', async () => {
  expect(exported.pages).toEqual(['/', '/pricing']);
  const html = await file('pricing/index.html');
  expect(html).toContain('<h1 style="color:red">Basic</h1>');
  expect(html).toContain('data-page-of="mfe-marketing">{"plans":[{"name":"Basic"}]}</script>');
  expect(html).toMatch(
    /^<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src /,
  );
  expect(html.match(/http-equiv="Content-Security-Policy" content="([^"]*)"/)?.[1]).not.toContain('frame-ancestors');
});

test('an address without a file is rendered by the product itself', async () => {
  expect(await file('404.html')).toContain('<div id="root"></div>');
  expect(await file('404.html')).toBe(await file('login/index.html'));
});

test('the live releases are exported without their server builds', async () => {
  const files = await readdir(folder, { recursive: true });
  expect(files.some((name) => /^releases\/shell\/.*\/js\/a\.js$/.test(name))).toBe(true);
  expect(files.some((name) => name.startsWith('releases/mfe-dashboard/'))).toBe(true);
  expect(files.filter((name) => /\/server\//.test(name))).toEqual([]);
  expect(await file('sw.js')).toBe('// worker');
  expect(JSON.parse(await file('registry.json'))).toMatchObject({ remotes: { 'mfe-marketing': { version: versionNumber(2) } } });
});

test('the headers file lists the headers to send', async () => {
  expect(await file('_headers')).toMatch(/\/releases\/\*\n {2}cache-control: public, max-age=31536000, immutable/);
  expect(await file('_headers')).toMatch(/\/pricing\n {2}content-security-policy: default-src 'self'.*frame-ancestors 'none'/);
});

test('a page that cannot be read fails the export with its address', async () => {
  const registry = await composeRegistry(product.store, await product.store.readState());
  const failing = (request: Request) =>
    new URL(request.url).pathname === '/pricing' ? new Response('', { status: 503 }) : product.gateway.fetch(request);
  if (registry)
    await expect(exportSite({ fetch: failing, store: product.store, registry, origin: 'https://masomo.test' }, folder)).rejects.toThrow(
      '/pricing cannot be exported: the response has status 503',
    );
});
