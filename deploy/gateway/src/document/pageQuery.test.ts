import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '../testGateway.ts';
import { createComposedPage } from './composedPage.ts';
import { createPageCache } from './createPageCache.ts';
import { cachedUrl, redirectTarget } from './pageKind.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  await product.gateway.warm();
}, 20_000);
afterAll(() => product.end());
const html = async (address: string) => (await product.get(address)).text();
const renders = () => product.backend.requests.filter((request) => request.url.includes('/plans')).length;

describe('query parameters of a public page', () => {
  test('that it does not declare share one page, which is rendered once', async () => {
    const before = renders();
    const [plain, ...others] = await Promise.all(
      Array.from({ length: 1_001 }, (_, index) => html(index === 0 ? '/features' : `/features?x=${index}&fbclid=a${index}`)),
    );
    expect(new Set(others)).toEqual(new Set([plain]));
    expect(renders() - before).toBe(1);
  });

  test('that it declares have a page of their own, whatever is beside them', async () => {
    const before = renders();
    expect(await html('/plans?plan=basic')).toContain('<p>?plan=basic</p>');
    expect(await html('/plans?utm_source=x&plan=basic&plan=again')).toContain('<p>?plan=basic</p>');
    expect(await html('/plans?plan=premium')).toContain('<p>?plan=premium</p>');
    expect(await html('/plans')).not.toContain('<p>');
    expect(renders() - before).toBe(3);
  });

  test('do not reach the page when they are too long to be meant', async () => {
    expect(await html(`/plans?plan=${'a'.repeat(101)}`)).not.toContain('<p>');
  });

  test('are kept when the page has moved', async () => {
    const { headers } = await product.get('/moved?utm_source=letter');
    expect(headers.get('location')).toBe('/pricing?utm_source=letter');
  });
});

test('the cached address is the same in whatever order parameters come', () => {
  const of = (search: string) => cachedUrl(new URL(`https://masomo.test/store${search}`), ['b', 'a']).href;
  expect(of('?b=2&c=3&a=1#top')).toBe('https://masomo.test/store?a=1&b=2');
  expect(of('?a=1&b=2')).toBe('https://masomo.test/store?a=1&b=2');
  expect(of('?c=3')).toBe('https://masomo.test/store');
});

test.each([
  ['/new', '/old?a=1', '/new?a=1'],
  ['/new?a=2#part', '/old?a=1&b=3', '/new?a=2&b=3#part'],
  ['https://elsewhere.test/x', '/old?a=1', 'https://elsewhere.test/x?a=1'],
])('a redirect to %s of somebody at %s goes to %s', (to, visited, target) => {
  expect(redirectTarget(to, `http://localhost${visited}`)).toBe(target);
});

test('the page cache is bounded in bytes', async () => {
  const cached = createPageCache();
  let composed = 0;
  const page = (number: number) =>
    cached(`page ${number}`, async () => {
      composed += 1;
      return createComposedPage({ status: 200, html: 'x'.repeat(2 ** 20), policy: '', isPrivate: false, isPartial: false });
    });
  for (let number = 0; number < 60; number += 1) await page(number);
  await page(59);
  expect(composed).toBe(60);
  // 48 MB hold fewer than sixty pages of 1 MB with their compressed copies, so the oldest ones are gone.
  await page(0);
  expect(composed).toBe(61);
});
