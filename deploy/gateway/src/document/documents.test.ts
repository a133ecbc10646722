import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHash } from 'node:crypto';
import { promote, publish } from '@masomo/release';
import { writeBuild } from '@masomo/release/testRelease';
import { parseTrustedProxies } from '../http/clientAddress.ts';
import { siteServer, startTestProduct, versionNumber, type TestProduct } from '../testGateway.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
  await product.gateway.warm();
}, 20_000);
afterAll(() => product.end());
const page = async (address: string, init?: RequestInit) => {
  const response = await product.get(address, init);
  return { status: response.status, headers: response.headers, html: await response.text() };
};
/** What another request has begun shows as soon as it is done. */
const whenDone = { timeout: 15_000, interval: 50 };
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('a public page', () => {
  test("has its rendered markup in the shell's frame, and everything the browser starts from", async () => {
    const { status, html } = await page('/pricing');
    expect(status).toBe(200);
    expect(html).toContain(
      '<div id="root" data-prerendered=""><header></header><div data-prerendered="mfe-marketing"><h1 style="color:red">Basic</h1></div></div>',
    );
    expect(html).toContain('data-page-of="mfe-marketing">{"plans":[{"name":"Basic"}]}</script>');
    expect(html).toContain('data-page-of="shell">{"settings":1}</script>');
    expect(html).toMatch(/id="masomo-registry">\{"revision":1/);
    expect(html).toContain('"publishableKey":"sb_publishable_test"');
  });

  test('has an escaped head', async () => {
    const { html } = await page('/pricing?utm_source=x');
    expect(html).toContain('<title>A &lt;title&gt;</title>');
    expect(html).toContain('content="Said &quot;well&quot;"');
    expect(html).toContain('<link rel="canonical" href="https://masomo.test/pricing">');
    expect(html).toContain('"name":"\\u003c/script>"');
  });

  test('has one style tag with each rule once', async () => {
    const { html } = await page('/pricing');
    expect(html.match(/<style/g)).toHaveLength(1);
    expect(html).toContain('<style data-emotion="css a b" data-s>.a{color:red}.b{color:blue}</style>');
  });

  test('allows exactly its own inline text', async () => {
    const policy = (await page('/pricing')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' ${sha256('document.title')};`);
    expect(policy).toContain(sha256('.a{color:red}.b{color:blue}'));
    expect(policy).toContain(`style-src-attr 'unsafe-hashes' ${sha256('color:red')};`);
    expect(policy).not.toMatch(/'unsafe-inline'|'unsafe-eval'/);
    for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "default-src 'self'"])
      expect(policy).toContain(directive);
  });

  test('loads scripts with their hashes only', async () => {
    const { html } = await page('/pricing');
    const scripts = html.match(/<(script|link)[^>]*(src|href)="[^"]*\.js"[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(1);
    for (const tag of scripts) expect(tag).toMatch(/integrity="sha384-[^"]{64}" crossorigin="anonymous"/);
  });

  test('is cached until its content changes', async () => {
    const count = () => product.backend.requests.filter((request) => request.url.includes('/plans')).length;
    await page('/cached');
    const before = count();
    await Promise.all([page('/cached'), page('/cached'), page('/cached?utm_campaign=y')]);
    expect(count()).toBe(before);
    product.backend.plans = ['Premium'];
    product.backend.revision += 1;
    await expect.poll(async () => (await page('/cached')).html, whenDone).toContain('Premium');
  });

  test('is composed once for concurrent visitors', async () => {
    const before = product.backend.requests.length;
    await Promise.all(Array.from({ length: 20 }, () => page('/together')));
    expect(product.backend.requests.slice(before).filter((request) => request.url.includes('/plans'))).toHaveLength(1);
  });

  test('may be cached for two seconds by a CDN in front, and for a day while the gateway is down', async () => {
    const proxied = await startTestProduct({ trustedProxies: parseTrustedProxies('1') });
    const headers = async (from: TestProduct, address: string) => {
      const { headers } = await from.get(address);
      return Object.fromEntries(['cache-control', 'cdn-cache-control', 'surrogate-key', 'vary'].map((name) => [name, headers.get(name)]));
    };
    try {
      expect(await headers(proxied, '/pricing')).toEqual({
        'cache-control': 'no-cache',
        'cdn-cache-control': 'public, max-age=2, stale-if-error=86400',
        'surrogate-key': 'documents',
        vary: 'Accept-Encoding',
      });
      expect(await headers(proxied, '/nowhere')).toMatchObject({ 'cdn-cache-control': null });
      expect(await headers(product, '/pricing')).toEqual({
        'cache-control': 'no-cache',
        'cdn-cache-control': null,
        'surrogate-key': null,
        vary: 'Accept-Encoding',
      });
    } finally {
      await proxied.end();
    }
  });

  test('is not sent again while unchanged', async () => {
    const etag = (await page('/pricing')).headers.get('etag') ?? '';
    expect((await page('/pricing', { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});

describe('a page in another language', () => {
  test('is rendered by a copy of the build in that language, and names the page in all of them', async () => {
    const [english, swahili] = await Promise.all([page('/pricing'), page('/sw/pricing')]);
    expect(english.html).toContain('<html lang="en">');
    expect(swahili.html).toContain('<html lang="sw">');
    expect(swahili.html).toContain('data-prerendered=""');
    for (const [{ html }, path] of [
      [english, '/pricing'],
      [swahili, '/sw/pricing'],
    ] as const) {
      expect(html).toMatch(new RegExp(`<link rel="canonical" href="[^"]*[^w]${path}">`));
      expect(html).toMatch(/hreflang="en" href="[^"]*[^w]\/pricing"/);
      expect(html).toMatch(/hreflang="sw" href="[^"]*\/sw\/pricing"/);
      expect(html).toMatch(/hreflang="x-default" href="[^"]*[^w]\/pricing"/);
    }
  });
  test('is a copy of the English page where it is written in English only', async () => {
    for (const path of ['/untranslated', '/sw/untranslated']) {
      const { html } = await page(path);
      expect(html).toContain('<link rel="canonical" href="https://masomo.test/untranslated">');
      expect(html).not.toContain('hreflang');
    }
  });
  test('is left to the browser when the release has only English, and redirects within the language', async () => {
    const { html } = await page('/sw/english');
    expect(html).toContain('<html lang="sw">');
    expect(html).toContain('<div id="root"></div>');
    expect((await page('/sw/moved')).headers.get('location')).toBe('/sw/pricing');
  });
});

describe('status', () => {
  test('an unknown page is a 404 with a rendered page that is not to be indexed', async () => {
    const { status, html } = await page('/nowhere');
    expect([status, html.includes('<h1'), html.includes('noindex')]).toEqual([404, true, true]);
  });
  test.each([
    ['/moved', '/pricing'],
    ['/pricing/', '/pricing'],
    ['//evil.test', '/evil.test'],
    ['//evil.test//x/?a=1', '/evil.test/x?a=1'],
  ])('%s redirects to %s', async (from, to) => {
    const { status, headers } = await page(from);
    expect([status, headers.get('location')]).toEqual([301, to]);
  });
  test.each(['/login', '/login/recover', '/dashboard'])('%s is the bare document', async (address) => {
    const { status, html } = await page(address);
    expect(status).toBe(200);
    expect(html).toContain('<div id="root"></div>');
  });
  test('an unknown address of the signed-in area is a 404', async () => expect((await page('/dashboard/nope')).status).toBe(404));
  test('an unknown file is a 404', async () => expect((await page('/wp-login.php')).status).toBe(404));
  test('documents can only be read', async () => expect((await page('/pricing', { method: 'POST' })).status).toBe(405));
});

describe('when a page cannot be rendered', () => {
  test('a render that throws leaves the page to the browser', async () => {
    const { status, html } = await page('/throws');
    expect(status).toBe(200);
    expect(html).toContain('<div id="root"></div>');
  });
  test(
    'a render that never ends leaves its page to the browser and is stopped, and the next page renders',
    { timeout: 60_000 },
    async () => {
      const limited = await startTestProduct({ renderLimits: { waitMs: 1_000, hangsAfterMs: 4_000 } });
      const markup = async (address: string) => (await limited.get(address)).text();
      try {
        expect(await markup('/hangs')).toContain('<div id="root"></div>');
        await expect.poll(() => markup('/after-hang'), { timeout: 50_000, interval: 50 }).toContain('<h1');
      } finally {
        await limited.end();
      }
    },
  );
  test('the last good page is served while its data cannot be read', { timeout: 40_000 }, async () => {
    await expect.poll(async () => (await page('/steady')).html, whenDone).toContain('<h1');
    product.backend.isBroken = true;
    product.backend.revision += 1;
    await expect.poll(async () => (await page('/never-seen')).html, whenDone).toContain('<div id="root"></div>');
    expect((await page('/steady')).html).toContain('<h1');
    product.backend.isBroken = false;
    await expect.poll(async () => (await page('/never-seen')).html, whenDone).toContain('<h1');
  });
});

test('a release shows without a restart, also in the registry', { timeout: 40_000 }, async () => {
  const etag = (await page('/registry.json')).headers.get('etag') ?? '';
  expect((await page('/registry.json', { headers: { 'if-none-match': etag } })).status).toBe(304);
  await publish(
    product.store,
    await writeBuild(product.folder, {
      app: 'mfe-marketing',
      version: versionNumber(2),
      server: siteServer.replaceAll('<h1', '<h2'),
      owns: ['/'],
      routes: ['/*'],
    }),
  );
  await promote(product.store, [{ app: 'mfe-marketing', version: versionNumber(2) }]);
  await expect.poll(async () => (await page('/pricing')).html, whenDone).toContain('<h2');
  expect((await page('/registry.json', { headers: { 'if-none-match': etag } })).status).toBe(200);
});
