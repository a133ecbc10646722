// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClient } from '@supabase/supabase-js';
import { sessionKey, signedOutKey } from '@masomo/domain/sessionKey';

vi.mock('@supabase/supabase-js', () => ({ createClient: vi.fn() }));

const config = {
  supabaseUrl: 'http://backend.test',
  publishableKey: 'sb_publishable_x',
  brand: { name: 'Masomo' },
  widgets: { schedulingUrl: '', chatPropertyId: '', chatWidgetId: '' },
  local: true,
};
const userOf = (id: string) => ({ id, email: `${id}@school.test`, aud: '', app_metadata: {}, user_metadata: {}, created_at: '' });
const sessionOf = (id: string, token = 'first') => ({
  access_token: `h.${btoa(JSON.stringify({ sub: id, aal: 'aal1', token }))}.s`,
  refresh_token: 'r1',
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: userOf(id),
});
const headersOf = (init: RequestInit) => new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? '';
const personOf = (token: string) => (JSON.parse(atob(token.split('.')[1] ?? '')) as { sub: string }).sub;

/** Tokens that the server takes for ended. */
const ended = new Set<string>();
let tokens: string[];
beforeEach(() => {
  vi.resetModules();
  tokens = [];
  ended.clear();
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const token = headersOf(init);
    tokens.push(token);
    if (ended.has(token)) return Response.json({ code: 'PGRST301', message: 'JWT expired' }, { status: 401 });
    return Response.json([{ first_name: personOf(token), role: 'teacher', school_id: 's1', content_revision: 1 }]);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.mocked(createClient).mockReset();
  localStorage.clear();
});

type Stored = ReturnType<typeof sessionOf>;
/** A client that knows what is stored, and renews it to `renewed`. */
function provideClient(renewed: Stored | null = null): void {
  const stored = () => JSON.parse(localStorage.getItem(sessionKey) ?? 'null') as Stored | null;
  const auth = {
    onAuthStateChange: (apply: (event: string, session: Stored | null) => void) => apply('INITIAL_SESSION', stored()),
    getSession: async () => ({ data: { session: stored() } }),
    refreshSession: async () => {
      if (renewed) localStorage.setItem(sessionKey, JSON.stringify(renewed));
      return { data: { session: renewed } };
    },
    getUser: async () => ({ error: null }),
  };
  vi.mocked(createClient).mockReturnValue({
    auth,
    rpc: async () => ({ data: [{ first_name: stored()?.user.id, role: 'teacher' }] }),
  } as never);
}

async function open(session: Stored) {
  localStorage.setItem(sessionKey, JSON.stringify(session));
  const { sessionStore, settledSession } = await import('./sessionStore.ts');
  const { startAuth } = await import('./startAuth.ts');
  startAuth(config);
  return { opened: await settledSession(), current: () => sessionStore.get() };
}
const changeElsewhere = (session: Stored | null) => {
  const newValue = session && JSON.stringify(session);
  if (newValue) localStorage.setItem(sessionKey, newValue);
  else localStorage.removeItem(sessionKey);
  window.dispatchEvent(new StorageEvent('storage', { key: sessionKey, newValue }));
};

it('ends when another tab signs out, and loads no client for the guest', async () => {
  vi.useFakeTimers();
  const { current } = await open(sessionOf('u1'));
  changeElsewhere(null);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(current()).toEqual({ status: 'signed-out', user: null, hasExpired: true });
  expect(createClient).not.toHaveBeenCalled();
});

it('ends without having expired when its person signs out in another tab, and expires again after the next sign-in', async () => {
  provideClient();
  const { current } = await open(sessionOf('u1'));
  const { applySession } = await import('./applySession.ts');
  localStorage.setItem(signedOutKey, 'u1');
  changeElsewhere(null);
  await vi.waitFor(() => expect(current()).toEqual({ status: 'signed-out', user: null }), { timeout: 1_500 });
  await applySession('SIGNED_IN', { access_token: 'h.e30.s', user: { id: 'u1', email: 'u1@school.test' } } as never);
  await applySession('SIGNED_OUT', null);
  expect(current()).toEqual({ status: 'signed-out', user: null, hasExpired: true });
});

it.each([
  ['is on its way', async (_: Promise<unknown>) => undefined],
  ['is there, and nothing has subscribed to it', (client: Promise<unknown>) => client],
])('ends when another tab signs out while the client %s', async (_, wait) => {
  provideClient();
  const { current } = await open(sessionOf('u1'));
  const { getClient } = await import('./client.ts');
  // As the list of devices, a canary's cohort and files do.
  await wait(getClient());
  changeElsewhere(null);
  await vi.waitFor(() => expect(current().status).toBe('signed-out'), { timeout: 1_500 });
});

it('ends when another tab signed out while this page was kept for going back or asleep', async () => {
  const { current } = await open(sessionOf('u1'));
  localStorage.removeItem(sessionKey);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await vi.waitFor(() => expect(current().status).toBe('signed-out'), { timeout: 1_500 });
});

it('is left when another tab signs out though the event before could not be applied', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { current } = await open(sessionOf('u1'));
  const { applySession } = await import('./applySession.ts');
  await expect(applySession('SIGNED_IN', { access_token: 'h.s' } as never)).rejects.toThrow();
  changeElsewhere(null);
  await vi.waitFor(() => expect(current().status).toBe('signed-out'), { timeout: 1_500 });
});

it('is adopted from another tab by a page whose client nothing has subscribed to', async () => {
  provideClient();
  const { sessionStore } = await import('./sessionStore.ts');
  const { startAuth } = await import('./startAuth.ts');
  startAuth(config);
  expect(sessionStore.get().status).toBe('signed-out');
  const { getClient } = await import('./client.ts');
  await getClient();
  changeElsewhere(sessionOf('u2'));
  await vi.waitFor(() => expect(sessionStore.get()).toMatchObject({ status: 'signed-in', user: { id: 'u2' } }), { timeout: 1_500 });
});

it('is handed to the client after the first screen', async () => {
  provideClient();
  vi.useFakeTimers();
  const { opened } = await open(sessionOf('u1'));
  expect([opened.status, vi.mocked(createClient).mock.calls.length]).toEqual(['signed-in', 0]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(createClient).toHaveBeenCalledTimes(1);
});

it('shows nothing that was read for one person to another who signs in in another tab', async () => {
  provideClient();
  const { current } = await open(sessionOf('u1'));
  const { mutate } = await import('@masomo/data');
  let cached: unknown;
  const look = () => mutate(['students'], (data: unknown) => (cached = data), { revalidate: false });
  await mutate(['students'], 'read for u1', { revalidate: false });
  await look();
  expect(cached).toBe('read for u1');
  changeElsewhere(sessionOf('u2'));
  await vi.waitFor(() => expect(current()).toMatchObject({ status: 'signed-in', user: { id: 'u2' } }));
  await look();
  expect(cached).toBeUndefined();
});

it('is renewed when the server takes its token for ended, which a clock that is behind does not tell', async () => {
  const [first, second] = [sessionOf('u1'), sessionOf('u1', 'second')];
  ended.add(first.access_token);
  provideClient(second);
  const { opened } = await open(first);
  expect(opened).toMatchObject({ status: 'signed-in', user: { id: 'u1', role: 'teacher' } });
  expect(tokens).toEqual([first.access_token, second.access_token]);
});

it('sends nothing that one person asked for as another who has signed in in another tab since', async () => {
  const first = sessionOf('u1');
  provideClient();
  await open(first);
  const { currentDb } = await import('./currentDb.ts');
  const db = await currentDb();
  ended.add(first.access_token);
  // Before this tab hears of it.
  localStorage.setItem(sessionKey, JSON.stringify(sessionOf('u2')));
  const { error } = await db.from('grades').insert({} as never);
  expect(error?.message).toBe('JWT expired');
  expect(tokens.map(personOf)).not.toContain('u2');
});

it('ends everywhere at the press of a sign-out, before the service or the client is asked', async () => {
  const session = sessionOf('u1');
  const { current } = await open(session);
  const requests: [path: string, token: string, isStored: boolean][] = [];
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    requests.push([new URL(address).pathname, headersOf(init), localStorage.getItem(sessionKey) !== null]);
    return new Promise(() => undefined);
  });
  const { signOut } = await import('./signOut.ts');
  void signOut();
  expect([current(), localStorage.getItem(sessionKey)]).toEqual([{ status: 'signed-out', user: null }, null]);
  await vi.waitFor(() => expect(requests).toEqual([['/auth/v1/logout', session.access_token, false]]));
  expect(createClient).not.toHaveBeenCalled();
});

it('ends at the service by a renewed token when its own has ended', async () => {
  const { signOut } = await import('./signOut.ts');
  (await import('./runtimeConfig.ts')).provideConfig(config);
  localStorage.setItem(sessionKey, JSON.stringify({ ...sessionOf('u1'), expires_at: 1 }));
  const requests: [string, string][] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    requests.push([new URL(address).pathname, headersOf(init)]);
    return address.includes('/token') ? Response.json({ access_token: 'renewed' }) : new Response(null, { status: 204 });
  });
  await signOut();
  await vi.waitFor(() => expect(requests.at(-1)).toEqual(['/auth/v1/logout', 'renewed']));
  expect(localStorage.getItem(sessionKey)).toBeNull();
});

it('ends at once when another tab signs out while this one still reads who it is for, and stays so', async () => {
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  localStorage.setItem(sessionKey, JSON.stringify(sessionOf('u1')));
  const { sessionStore } = await import('./sessionStore.ts');
  const { startAuth } = await import('./startAuth.ts');
  startAuth(config);
  expect(sessionStore.get().status).toBe('loading');
  changeElsewhere(null);
  expect(sessionStore.get().status).toBe('signed-out');
  await vi.waitFor(() => answer(Response.json([{ first_name: 'u1', role: 'teacher', school_id: 's1', content_revision: 1 }])));
  // Comes after what was begun for the session that is over.
  const { applySession } = await import('./applySession.ts');
  await expect(applySession('SIGNED_IN', { access_token: 'h.s' } as never)).rejects.toThrow();
  expect(sessionStore.get().status).toBe('signed-out');
});

it('ends by a sign-out without a connection, which cannot load the client', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.mocked(createClient).mockImplementation(() => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const { current } = await open(sessionOf('u1'));
  const { signOut } = await import('./signOut.ts');
  await signOut();
  expect([current(), localStorage.getItem(sessionKey)]).toEqual([{ status: 'signed-out', user: null }, null]);
});

it('ends within two seconds by a sign-out that the service does not answer', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.mocked(createClient).mockReturnValue({ auth: { signOut: () => new Promise(() => undefined) } } as never);
  vi.useFakeTimers();
  const { current } = await open(sessionOf('u1'));
  const { signOut } = await import('./signOut.ts');
  void signOut();
  await vi.advanceTimersByTimeAsync(2_000);
  expect([current(), localStorage.getItem(sessionKey)]).toEqual([{ status: 'signed-out', user: null }, null]);
});
