// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClient } from '@supabase/supabase-js';
import { earlyReadsName, type EarlyReads } from '@masomo/contracts/document';
import { sessionKey } from '@masomo/domain/sessionKey';
import { assuranceOf } from './assuranceOf.ts';
import { currentDb } from './currentDb.ts';
import { provideConfig } from './runtimeConfig.ts';
import { sessionStore, settledSession } from './sessionStore.ts';
import { startAuth } from './startAuth.ts';
import { storedSession } from './storedSession.ts';

vi.mock('@supabase/supabase-js', () => ({ createClient: vi.fn() }));

const config = {
  supabaseUrl: 'http://backend.test',
  publishableKey: 'sb_publishable_x',
  brand: { name: 'Masomo' },
  widgets: { schedulingUrl: '', chatPropertyId: '', chatWidgetId: '' },
  local: true,
};
const identityAddress = 'http://backend.test/rest/v1/rpc/current_identity';
const encode = (value: unknown) => btoa(JSON.stringify(value)).replace(/=+$/, '').replace(/\+/g, '-').replace(/\//g, '_');
const tokenOf = (aal: string) => `${encode({ alg: 'ES256' })}.${encode({ sub: 'u1', aal, name: 'ñ?>' })}.c2ln`;
const user = { id: 'u1', email: 'amina@school.test', aud: '', app_metadata: {}, user_metadata: {}, created_at: '' };
const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

function store({ aal = 'aal1', factors = [] as { status: string }[], expiresIn = 3600 } = {}): string {
  const token = tokenOf(aal);
  const session = { access_token: token, refresh_token: 'r1', expires_at: secondsFromNow(expiresIn), user: { ...user, factors } };
  localStorage.setItem(sessionKey, JSON.stringify(session));
  return token;
}
function provideEarly(token: string, response: Promise<Response>, sentAt = performance.now()): void {
  const early: EarlyReads = { token, sentAt, responses: { [identityAddress]: response } };
  Object.assign(globalThis, { [earlyReadsName]: early });
}
const identityOf = (name: string) => Response.json([{ first_name: name, role: 'teacher', school_id: 's1', content_revision: 1 }]);
const nameOfIdentity = async () => {
  const { data } = await (await currentDb()).rpc('current_identity', {}, { get: true });
  return data?.[0]?.first_name;
};

let requested: [address: string, authorization: string | null][];
beforeEach(() => {
  requested = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    requested.push([address, new Headers(init.headers).get('authorization')]);
    return identityOf('Asked');
  });
  provideConfig(config);
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  Reflect.deleteProperty(globalThis, earlyReadsName);
});

it('opens the page with the stored session before the client is loaded', async () => {
  const token = store();
  sessionStore.set({ status: 'loading', user: null });
  startAuth(config);
  expect(await settledSession()).toMatchObject({ status: 'signed-in', user: { id: 'u1', role: 'teacher', aal: 'aal1' } });
  expect(requested).toEqual([[identityAddress, `Bearer ${token}`]]);
  expect(createClient).not.toHaveBeenCalled();
});

it('leaves a token that is about to end, and anything unreadable, to the client', () => {
  store({ expiresIn: 60 });
  expect(storedSession()).toBeNull();
  for (const text of ['{', 'null', '{"access_token":"a"}', '{"access_token":"a","expires_at":9999999999,"user":null}']) {
    localStorage.setItem(sessionKey, text);
    expect(storedSession()).toBeNull();
  }
});

it('asks for the code of an authenticator that the session was not signed in with', () => {
  const assuranceWith = (aal: string, factors: { status: string }[]) => {
    store({ aal, factors });
    return assuranceOf(storedSession()!);
  };
  const verified = [{ status: 'unverified' }, { status: 'verified' }];
  expect(assuranceWith('aal1', [])).toEqual({ aal: 'aal1', needsCode: false });
  expect(assuranceWith('aal1', [{ status: 'unverified' }])).toEqual({ aal: 'aal1', needsCode: false });
  expect(assuranceWith('aal1', verified)).toEqual({ aal: 'aal1', needsCode: true });
  expect(assuranceWith('aal2', verified)).toEqual({ aal: 'aal2', needsCode: false });
});

it('takes what the document asked for once', async () => {
  provideEarly(store(), Promise.resolve(identityOf('Early')));
  expect([await nameOfIdentity(), await nameOfIdentity()]).toEqual(['Early', 'Asked']);
});

it('takes no response in another format', async () => {
  provideEarly(store(), Promise.resolve(identityOf('Early')));
  await (await currentDb()).rpc('current_identity', {}, { get: true }).single();
  expect(requested).toHaveLength(1);
});

it.each([
  ['of another person', () => provideEarly('other', Promise.resolve(identityOf('Early')))],
  ['that is old', () => provideEarly(tokenOf('aal1'), Promise.resolve(identityOf('Early')), performance.now() - 60_000)],
  ['that failed', () => provideEarly(tokenOf('aal1'), Promise.reject(new TypeError('offline')))],
])('asks again instead of taking a response %s', async (_, provide) => {
  store();
  provide();
  expect(await nameOfIdentity()).toBe('Asked');
});
