// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openScreen } from '@masomo/auth/openScreen';
import { type EarlyReads, type ScreenStart } from '@masomo/contracts/document';
import { inlineScript } from './inlineScript.ts';

const start: ScreenStart = {
  access: ['teacher'],
  scripts: [['/releases/a.js', 'sha384-a']],
  backend: 'http://backend.test',
  key: 'k1',
  identity: 'rpc/current_identity',
  reads: [{ path: 'rpc/register' }, { path: 'rpc/children', roles: ['parent'] }],
};
const identity = 'http://backend.test/rest/v1/rpc/current_identity';
const register = 'http://backend.test/rest/v1/rpc/register';

const fetched = vi.fn((_address: string, _init: RequestInit) => Promise.resolve(new Response('[]')));
beforeEach(() => vi.stubGlobal('fetch', fetched));
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockClear();
  localStorage.clear();
  Reflect.deleteProperty(window, 'early');
  document.head.innerHTML = '';
});

async function open(session: object | string | null, role = '', written: ScreenStart = start) {
  if (session) localStorage.setItem('session', JSON.stringify(session));
  if (role) localStorage.setItem('role', role);
  document.body.innerHTML = `<script type="application/json" id="screen">${JSON.stringify(written)}</script>`;
  const frame = Object.assign(document.createElement('link'), { rel: 'preload', href: '/releases/frame.js' });
  document.head.append(frame);
  new Function(inlineScript(openScreen, 'screen', 'session', 'role', 'early'))();
  expect(document.querySelectorAll('link')).toHaveLength(1);
  frame.dispatchEvent(new Event('load'));
  await new Promise((resolve) => setTimeout(resolve));
  frame.remove();
  const early = (window as unknown as { early?: EarlyReads }).early;
  const links = [...document.querySelectorAll('link')].map(({ rel, href, integrity }) => [rel, new URL(href).pathname, integrity]);
  return { addresses: fetched.mock.calls.map(([address]) => address), early, links };
}
const session = (validSeconds = 3600) => ({ access_token: 't1', expires_at: Date.now() / 1000 + validSeconds, user: { id: 'u1' } });
const preloads = [['preload', '/releases/a.js', 'sha384-a']];

it("asks for the screen's scripts and data by the role that this person had last", async () => {
  const { addresses, early, links } = await open(session(), 'u1 teacher s1');
  expect(links).toEqual(preloads);
  expect(addresses).toEqual([identity, register]);
  expect(fetched.mock.calls[0]?.[1].headers).toEqual({ apikey: 'k1', authorization: 'Bearer t1' });
  expect([early?.token, Object.keys(early?.responses ?? {})]).toEqual(['t1', [identity, register]]);
});

it.each<[string, string, ScreenStart['access']]>([
  ['another role', 'u1 parent s1', ['teacher']],
  ['the role of another person', 'u2 teacher s1', ['teacher']],
  ['the role of another person, at a screen of everybody', 'u2 teacher s1', 'signed-in'],
  ['no role yet', '', ['teacher']],
  ['no role yet, at a screen of everybody', '', 'signed-in'],
])('asks for nothing but the identity with %s', async (_, role, access) => {
  const { addresses, links } = await open(session(), role, { ...start, access });
  expect([addresses, links]).toEqual([[identity], []]);
});

it.each(['teacher', 'user'])('asks for a screen of everybody with a session as a %s', async (role) => {
  const { addresses, links } = await open(session(), `u1 ${role} `, { ...start, access: 'signed-in', backend: '' });
  expect(links).toEqual(preloads);
  expect(addresses).toEqual(['/rest/v1/rpc/current_identity', '/rest/v1/rpc/register'].map((path) => location.origin + path));
});

it('sends no token that is about to end', async () => {
  const { addresses, early, links } = await open(session(60), 'u1 teacher s1');
  expect([addresses, early, links]).toEqual([[], undefined, preloads]);
});

describe.each<ScreenStart['access']>([['teacher'], 'signed-in'])('a screen of %s', (access) => {
  it.each([null, { user: null }, {}, 'signed out'])('asks for nothing with the session %j', async (stored) => {
    const { addresses, links } = await open(stored, 'u1 teacher s1', { ...start, access });
    expect([addresses, links]).toEqual([[], []]);
  });
});
