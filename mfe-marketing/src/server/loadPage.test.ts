import { describe, expect, it } from 'vitest';
import { previewPath } from '@masomo/contracts/previewPath';
import { serializeKey } from '@masomo/data';
import { siteKeys } from '@masomo/data/site/publicContent';
import { pageKeys } from '@masomo/data/site/publishedPages';
import { siteDb } from '../shared/__tests__/siteFixture.ts';
import { pageMetadata } from './pageMetadata.ts';
import { addresses } from './addresses.ts';
import { loadPage } from './loadPage.ts';
import { sitemap } from './sitemap.ts';

const at = (path: string) => loadPage(new URL(path, 'https://masomo.test'), siteDb().db);
const entitiesOfType = (jsonLd: readonly Record<string, unknown>[] | undefined, type: string) =>
  (jsonLd ?? []).filter((entity) => entity['@type'] === type);

describe('public pages on the server', () => {
  it.each(Object.keys(pageMetadata))('%s has its own head and data', async (path) => {
    const page = await at(path);
    expect(page.status).toBe(200);
    expect(page.head.title).toMatch(/ \| Masomo$/);
    expect(page.head.canonical).toBe(path);
    expect(page.fallback[serializeKey(siteKeys.settings())]).toBeDefined();
    expect(entitiesOfType(page.head.jsonLd, 'Organization')).toHaveLength(['/', '/about', '/contact'].includes(path) ? 1 : 0);
    expect(entitiesOfType(page.head.jsonLd, 'BreadcrumbList')).toHaveLength(path === '/' ? 0 : 1);
  });

  it('have unique titles and descriptions', async () => {
    const heads = await Promise.all(Object.keys(pageMetadata).map(async (path) => (await at(path)).head));
    expect(new Set(heads.map((head) => head.title)).size).toBe(heads.length);
    expect(new Set(heads.map((head) => head.description)).size).toBe(heads.length);
  });

  it('offer the price book to search engines', async () => {
    const [software] = entitiesOfType((await at('/pricing')).head.jsonLd, 'SoftwareApplication');
    expect(software?.['offers']).toHaveLength(7);
    expect(entitiesOfType((await at('/faq')).head.jsonLd, 'FAQPage')[0]?.['mainEntity']).toHaveLength(24);
  });

  it('include published CMS pages and respond with 404 otherwise', async () => {
    expect(await at('/documentation')).toMatchObject({
      status: 200,
      head: { title: 'Documentation | Masomo', canonical: '/documentation' },
    });
    expect(await at('/no-such-page')).toMatchObject({ status: 404, head: { noindex: true } });
    expect(await at('/a/b')).toMatchObject({ status: 404 });
  });

  it('bring what the pages of help are about', async () => {
    const { fallback } = await at('/support');
    const slugs = ['documentation', 'video-tutorials', 'community'];
    const descriptions = fallback[serializeKey(pageKeys.descriptions(slugs))];
    expect(Object.keys(descriptions ?? {})).toEqual(expect.arrayContaining(slugs));
  });

  it('name the languages that their texts are written in', async () => {
    const languages = async (path: string) => (await at(path)).head.languages;
    expect(await languages('/documentation')).toEqual(['en', 'sw']);
    expect(await languages('/terms')).toEqual(['en']);
    for (const path of ['/', '/pricing', '/faq']) expect(await languages(path)).toBeUndefined();
  });

  it('redirect permanently from old paths', async () => {
    expect(await at('/home')).toMatchObject({ status: 301, redirect: '/' });
    expect(await at('/pricing/')).toMatchObject({ status: 301, redirect: '/pricing' });
    const { db } = siteDb({ 'rpc/redirect_of': ({ query }) => ({ body: query.get('path') === '/manual' ? '/documentation' : null }) });
    expect(await loadPage(new URL('https://masomo.test/manual'), db)).toMatchObject({ status: 301, redirect: '/documentation' });
  });
});

describe('the addresses of the site', () => {
  it('are those that have a page or have moved, and no others', async () => {
    const responses = {
      'rpc/site_addresses': () => ({ body: ['/documentation', '/manual'] }),
      'rpc/redirect_of': ({ query }: { query: URLSearchParams }) => ({ body: query.get('path') === '/manual' ? '/documentation' : null }),
    };
    const { db } = siteDb(responses);
    const listed = await addresses(db);
    expect(listed).toEqual(expect.arrayContaining(['/', '/home', ...Object.keys(pageMetadata), '/documentation', '/manual']));
    for (const path of listed.filter((address) => address !== previewPath))
      expect([path, (await loadPage(new URL(path, 'https://masomo.test'), db)).status]).not.toEqual([path, 404]);
  });
});

describe('crawlers', () => {
  const origin = new URL('https://masomo.test/');
  it('find every public page once in the sitemap', async () => {
    const xml = await sitemap(siteDb().db, origin);
    const addresses = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addresses).toEqual(
      expect.arrayContaining([
        'https://masomo.test/',
        'https://masomo.test/pricing',
        'https://masomo.test/sw/pricing',
        'https://masomo.test/store',
        'https://masomo.test/documentation',
      ]),
    );
    expect(xml).not.toContain('/home');
    expect(xml).toContain('/sw/documentation');
    expect(xml).not.toContain('/sw/terms');
  });
});
