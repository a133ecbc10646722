import { createServer, type AddressInfo } from 'node:net';
import { createServer as createSite } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { assertServesApps, developAgainst, originOf } from './developAgainst.ts';

const closing: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(textOf: (address: string) => string): Promise<string> {
  const site = createSite(({ url = '' }, response) => response.end(textOf(url)));
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  closing.push(() => site.close());
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
}
const serveText = (text: string) => serve(() => text);
const registry = JSON.stringify({ remotes: { 'mfe-cms': {}, 'mfe-store': {} } });

it.each([
  ['https://school.example/dashboard?a=1', 'https://school.example'],
  ['school.example', 'https://school.example'],
  ['localhost:8080', 'http://localhost:8080'],
  ['127.0.0.1:8080/', 'http://127.0.0.1:8080'],
])('%s resolves to %s', (site, origin) => expect(originOf(site)).toBe(origin));

it('rejects an invalid address', () => expect(() => originOf('my school')).toThrow('"my school" is not a valid site address'));

it('accepts a site that serves these apps and explains what is wrong with any other', async () => {
  const site = await serveText(registry);
  await assertServesApps(site, ['mfe-cms']);
  await expect(assertServesApps(site, ['mfe-dashboard'])).rejects.toThrow(
    `${site} does not serve mfe-dashboard. It serves mfe-cms, mfe-store.`,
  );
  await expect(assertServesApps(await serveText('<h1>Welcome</h1>'), ['mfe-cms'])).rejects.toThrow('is not a Masomo site');
  await expect(assertServesApps('http://127.0.0.1:9', ['mfe-cms'])).rejects.toThrow('does not respond');
});

it('finds an add-on, which a site names only to a visitor who asks for its feature', async () => {
  const site = await serve((address) =>
    address.endsWith('?features=addon:qr-attendance')
      ? JSON.stringify({ remotes: { 'mfe-cms': {}, 'addon-qr-attendance': {} } })
      : registry,
  );
  await assertServesApps(site, ['mfe-cms', 'addon-qr-attendance']);
  await expect(assertServesApps(site, ['addon-quick-fees'])).rejects.toThrow('does not serve addon-quick-fees');
});

it('reports which port is in use', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  closing.push(() => other.close());
  const { port } = other.address() as AddressInfo;
  await expect(
    developAgainst({ apps: ['mfe-cms'], site: await serveText(registry), token: undefined, port, log: () => undefined }),
  ).rejects.toThrow(`Port ${port} is in use`);
});
