import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { createSigner } from './createSigner.ts';
import { createSignedCookies, type CookieKind } from './signedCookies.ts';

const kind: CookieKind = { name: 'masomo_test', purpose: 'a test', seconds: 60 };

function site(tls: boolean) {
  const cookies = createSignedCookies(createSigner('the key'), tls);
  const app = new Hono();
  app.get('/read', (c) => c.json(cookies.read(c, kind) ?? null));
  app.get('/write', (c) => {
    cookies.write(c, kind, 7);
    return c.body(null);
  });
  app.get('/clear', (c) => {
    cookies.clear(c, kind);
    return c.body(null);
  });
  return {
    setCookie: async (path: string) => (await app.request(path)).headers.get('set-cookie') ?? '',
    read: async (cookie: string): Promise<unknown> => (await app.request('/read', { headers: { cookie } })).json(),
  };
}
const pairOf = (cookie: string) => cookie.split(';')[0] ?? '';

it('with TLS binds cookies to this host', async () => {
  const { setCookie, read } = site(true);
  const written = await setCookie('/write');
  expect(written).toMatch(/^__Host-masomo_test=[^;]+; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(await read(pairOf(written))).toBe(7);
  // One without the prefix may come from a neighbour.
  expect(await read(pairOf(written).replace('__Host-', ''))).toBeNull();
  expect(await setCookie('/clear')).toMatch(/^__Host-masomo_test=; Max-Age=0/);
});

it('reads nothing that was altered, on localhost too', async () => {
  const { setCookie, read } = site(false);
  const written = pairOf(await setCookie('/write'));
  expect(written).toMatch(/^masomo_test=/);
  expect(await read(written)).toBe(7);
  for (const forged of ['masomo_test=7', `${written}x`, written.replace('masomo_test=e', 'masomo_test=f')])
    expect(await read(forged)).toBeNull();
});
