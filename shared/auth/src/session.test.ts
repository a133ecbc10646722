// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient, type AuthChangeEvent } from '@supabase/supabase-js';
import { fakeDb, type FakeResponse, type SentRequest } from '@masomo/testing';
import { sessionKey } from '@masomo/domain/sessionKey';
import { applySession, expectSignOut } from './applySession.ts';
import { resolveIdentity } from './resolveIdentity.ts';
import { provideConfig } from './runtimeConfig.ts';
import { sessionStore, settledSession } from './sessionStore.ts';
import { signIn } from './signIn.ts';
import { signOut } from './signOut.ts';
import { startAuth } from './startAuth.ts';

vi.mock('@supabase/supabase-js', async (original) => {
  const real = (await original()) as { createClient: typeof createClient };
  return { ...real, createClient: vi.fn(real.createClient) };
});

const config = {
  supabaseUrl: 'http://backend.test',
  publishableKey: 'sb_publishable_x',
  brand: { name: 'Masomo' },
  widgets: { schedulingUrl: '', chatPropertyId: '', chatWidgetId: '' },
  local: true,
};
const encode = (value: unknown) => btoa(JSON.stringify(value)).replace(/=+$/, '').replace(/\+/g, '-').replace(/\//g, '_');
const inAnHour = Math.floor(Date.now() / 1000) + 3600;
const user = {
  id: 'u1',
  email: 'amina@school.test',
  aud: 'authenticated',
  app_metadata: {},
  user_metadata: {},
  created_at: '2026-01-01T00:00:00Z',
  factors: [],
};
const session = {
  access_token: `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode({ sub: 'u1', aal: 'aal1', amr: [], exp: inAnHour })}.c2ln`,
  refresh_token: 'r1',
  token_type: 'bearer' as const,
  expires_in: 3600,
  expires_at: inAnHour,
  user,
};

const identity = {
  first_name: 'Amina',
  last_name: null,
  phone: null,
  role: 'teacher',
  school_id: 's1',
  school_name: 'Greenfield Academy',
  content_revision: 7,
};

type Responses = Partial<Record<'token' | 'logout' | 'current_identity', { status?: number; body: unknown }>>;
let responses: Responses;
let requested: string[];

beforeEach(() => {
  responses = {
    token: { body: session },
    logout: { status: 204, body: null },
    current_identity: { body: [identity] },
  };
  requested = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input));
    const name = pathname.split('/').at(-1) ?? '';
    requested.push(name);
    const { status = 200, body } = responses[name as keyof Responses] ?? { status: 404, body: {} };
    return new Response(status === 204 ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    });
  });
  provideConfig(config);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

describe('a visitor without a session', () => {
  it('is signed out without creating a client', async () => {
    startAuth(config);
    expect(await settledSession()).toEqual({ status: 'signed-out', user: null });
    expect(createClient).not.toHaveBeenCalled();
    expect(requested).toEqual([]);
  });
});

describe('an address with a session in its fragment', () => {
  it('signs nobody in', async () => {
    history.replaceState(null, '', `/dashboard#access_token=${session.access_token}&refresh_token=r&type=recovery`);
    startAuth(config);
    expect(await settledSession()).toEqual({ status: 'signed-out', user: null });
    expect(createClient).not.toHaveBeenCalled();
    history.replaceState(null, '', '/');
  });
});

describe('signing in and out', () => {
  it('resolves role and school with one request', async () => {
    expect(await signIn('amina@school.test', 'password')).toEqual({
      status: 'signed-in',
      user: { id: 'u1', email: 'amina@school.test', aal: 'aal1', role: 'teacher', schoolId: 's1' },
    });
    expect(requested).toEqual(['token', 'current_identity']);
    expect(createClient).toHaveBeenCalledTimes(1);
    expect(vi.mocked(createClient).mock.calls[0]?.[2]).toMatchObject({ auth: { detectSessionInUrl: false } });
    await signOut();
  });

  it("reports a refusal with the service's message, or the default one", async () => {
    responses.token = { status: 400, body: { code: 'invalid_credentials', message: 'Invalid login credentials' } };
    await expect(signIn('amina@school.test', 'wrong')).rejects.toMatchObject({ name: 'AuthFailure', message: 'Invalid login credentials' });
    responses.token = { status: 400, body: {} };
    await expect(signIn('amina@school.test', 'wrong')).rejects.toMatchObject({ message: 'Invalid email or password' });
  });

  it('reports an unreachable server as such, not as a wrong password', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(signIn('amina@school.test', 'password')).rejects.toThrow(/cannot be reached/);
  });

  it.each([204, 401, 403, 404, 500])('removes the session when the service responds to the sign-out with %i', async (status) => {
    await signIn('amina@school.test', 'password');
    expect(localStorage.getItem(sessionKey)).not.toBeNull();
    responses.logout = { status, body: status === 204 ? null : { message: 'no' } };
    await signOut();
    expect(sessionStore.get()).toEqual({ status: 'signed-out', user: null });
    expect(localStorage.getItem(sessionKey)).toBeNull();
  });
});

describe('events of the auth service', () => {
  const events: AuthChangeEvent[] = [
    'INITIAL_SESSION',
    'SIGNED_IN',
    'TOKEN_REFRESHED',
    'USER_UPDATED',
    'PASSWORD_RECOVERY',
    'MFA_CHALLENGE_VERIFIED',
  ];
  const reset = () => sessionStore.set({ status: 'loading', user: null });

  it.each(events)('signs in on %s with a session', async (event) => {
    reset();
    await applySession(event, session);
    expect(sessionStore.get()).toMatchObject({ status: 'signed-in', user: { role: 'teacher' } });
  });

  it('does not look up the role again after a token refresh', async () => {
    reset();
    await applySession('SIGNED_IN', session);
    requested = [];
    await applySession('TOKEN_REFRESHED', session);
    expect(requested).toEqual([]);
  });

  it('marks the session as expired on SIGNED_OUT, unless the sign-out was requested', async () => {
    reset();
    await applySession('SIGNED_IN', session);
    await applySession('SIGNED_OUT', null);
    expect(sessionStore.get()).toEqual({ status: 'signed-out', user: null, hasExpired: true });
    await applySession('SIGNED_IN', session);
    expectSignOut();
    await applySession('SIGNED_OUT', null);
    expect(sessionStore.get()).toEqual({ status: 'signed-out', user: null });
  });

  it('is signed out after INITIAL_SESSION without a session', async () => {
    reset();
    await applySession('INITIAL_SESSION', null);
    expect(sessionStore.get().status).toBe('signed-out');
  });
});

describe('the role', () => {
  const roleOf = (respond: (request: SentRequest) => FakeResponse, fallback: string[] = []) =>
    resolveIdentity(fakeDb(respond).db, user, fallback);

  it('is read in one request', async () => {
    const { db, sent } = fakeDb(() => ({ body: [{ ...identity, role: 'super_admin', school_id: null }] }));
    expect(await resolveIdentity(db, user)).toEqual({ role: 'super_admin', schoolId: null });
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET rpc/current_identity']);
  });

  it('comes with the time zone of the school, also from what the browser remembers', async () => {
    const { db } = fakeDb(() => ({ body: [{ ...identity, school_time_zone: 'Asia/Dubai' }] }));
    expect(await resolveIdentity(db, user)).toEqual({ role: 'teacher', schoolId: 's1', timeZone: 'Asia/Dubai' });
    expect(await roleOf(() => ({ status: 500, body: {} }))).toMatchObject({ timeZone: 'Asia/Dubai' });
  });

  it.each([
    ['a missing profile', ({ path }: SentRequest) => ({ body: path === 'rpc/role_to_enrol' ? null : [] })],
    ['a refused lookup', () => ({ status: 403, body: { message: 'no' } })],
    ['an unknown role', () => ({ body: [{ ...identity, role: 'wizard', school_id: null }] })],
  ])('is `user` without a school after %s', async (_, respond) => {
    expect(await roleOf(respond)).toEqual({ role: 'user', schoolId: null });
  });

  it('is no failure that there is nobody to set one up for', async () => {
    vi.mocked(console.error).mockClear();
    await roleOf(({ path }) => ({ body: path === 'rpc/role_to_enrol' ? null : [] }));
    expect(console.error).not.toHaveBeenCalled();
  });

  it('says that an authenticator app must be set up first', async () => {
    const { db, sent } = fakeDb(({ path }) => ({ body: path === 'rpc/role_to_enrol' ? 'super_admin' : [] }));
    expect(await resolveIdentity(db, user)).toEqual({ role: 'super_admin', schoolId: null, hasToEnrol: true });
    expect(sent.map(({ path }) => path)).toEqual(['rpc/current_identity', 'rpc/role_to_enrol']);
  });

  it('is `user` for the time being after a lookup that fails in passing, on a browser that knows nobody', async () => {
    localStorage.clear();
    expect(await roleOf(() => ({ status: 500, body: {} }))).toEqual({ role: 'user', schoolId: null, isUnread: true });
  });

  it('stays what it was when it cannot be read, and never that of another person', async () => {
    await resolveIdentity(fakeDb(() => ({ body: [{ ...identity, role: 'admin' }] })).db, user);
    const down = fakeDb(() => ({ status: 500, body: {} })).db;
    expect(await resolveIdentity(down, user)).toEqual({ role: 'admin', schoolId: 's1', isUnread: true });
    expect(await resolveIdentity(down, { ...user, id: 'u2' })).toMatchObject({ role: 'user', schoolId: null });
  });

  it('is super admin after a failed lookup only for configured accounts', async () => {
    localStorage.clear();
    expect(await roleOf(() => ({ status: 500, body: {} }), ['amina@school.test'])).toMatchObject({ role: 'super_admin', schoolId: null });
  });
});
