import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentIds, type ScreenStart } from '@masomo/contracts/document';
import { hashSource } from '../http/securityHeaders.ts';
import { startTestProduct, versionNumber, type TestProduct } from '../testGateway.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.end());

async function open(address: string) {
  const response = await product.get(address);
  const html = await response.text();
  const [, json] = new RegExp(`id="${documentIds.screen}">([^<]*)</script><script>document.dir</script>`).exec(html) ?? [];
  const start = json === undefined ? null : (JSON.parse(json) as ScreenStart);
  return { start, html, link: response.headers.get('link'), policy: response.headers.get('content-security-policy') ?? '' };
}
const fileOf = (app: string, file: string) => `/releases/${app}/${versionNumber(1)}/${file}`;

test.each([
  ['/dashboard', ['js/staff.js'], 'js/home.js', []],
  ['/dashboard/marks', ['js/staff.js', 'js/fields.js', 'js/tables.js'], 'js/marks.js', [{ path: 'rpc/marks' }]],
  ['/sw/dashboard/marks', ['js/staff.js', 'js/fields.js', 'js/tables.js'], 'js/marks.js', [{ path: 'rpc/marks' }]],
])('the document of %s asks once for the scripts and data of that screen alone', async (address, shellFiles, screenFile, reads) => {
  const { start, policy } = await open(address);
  expect(start).toMatchObject({ access: ['teacher'], identity: 'rpc/current_identity', reads });
  expect(start?.scripts.map(([script]) => script)).toEqual([
    ...shellFiles.map((file) => fileOf('shell', file)),
    fileOf('mfe-dashboard', 'remoteEntry.js'),
    fileOf('mfe-dashboard', screenFile),
  ]);
  expect(start?.scripts.every(([, integrity]) => integrity.startsWith('sha384-'))).toBe(true);
  expect(policy).toContain(hashSource('document.dir'));
});

test.each(['/dashboard', '/dashboard/marks'])(
  'the document of %s links no file of the screen for visitors without a session',
  async (address) => {
    const { html, link } = await open(address);
    const elements = html.replaceAll(/<script[^>]*>[^<]*<\/script>/g, '');
    expect(html).toContain('/releases/mfe-dashboard/');
    expect([elements, link]).toEqual([expect.not.stringContaining('/releases/mfe-dashboard/'), null]);
  },
);

test('the entry of the shell comes before its larger scripts where nothing can be painted without them', async () => {
  const { html } = await open('/dashboard');
  expect(html).toMatch(/<script defer fetchpriority="high" src="\/releases\/shell\//);
});

test.each(['/login', '/pricing', '/dashboard/nope'])('the document of %s asks for no screen', async (address) => {
  const { start, policy } = await open(address);
  expect(start).toBeNull();
  expect(policy).not.toContain(hashSource('document.dir'));
});
