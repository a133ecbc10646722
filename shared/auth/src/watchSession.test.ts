// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { sessionKey } from '@masomo/domain/sessionKey';
import { sessionStore, settledSession } from './sessionStore.ts';
import { startAuth } from './startAuth.ts';

const encode = (value: unknown) => btoa(JSON.stringify(value)).replace(/=+$/, '').replace(/\+/g, '-').replace(/\//g, '_');
const inAnHour = Math.floor(Date.now() / 1000) + 3600;
const session = {
  access_token: `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode({ sub: 'u1', aal: 'aal1', amr: [], exp: inAnHour })}.c2ln`,
  refresh_token: 'r1',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: inAnHour,
  user: {
    id: 'u1',
    email: 'amina@school.test',
    aud: 'authenticated',
    app_metadata: {},
    user_metadata: {},
    created_at: '2026-01-01T00:00:00Z',
    factors: [],
  },
};

afterEach(() => vi.unstubAllGlobals());

it('signs out at page start when the session was ended on another device, and reports it as expired', async () => {
  const answers: Record<string, { status: number; body: unknown }> = {
    current_identity: { status: 200, body: [] },
    user: { status: 403, body: { code: 'session_not_found', message: 'Session from session_id claim in JWT does not exist' } },
  };
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const name = new URL(input instanceof Request ? input.url : String(input)).pathname.split('/').at(-1) ?? '';
    const { status, body } = answers[name] ?? { status: 204, body: null };
    return new Response(status === 204 ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    });
  });
  localStorage.setItem(sessionKey, JSON.stringify(session));
  sessionStore.set({ status: 'loading', user: null });
  startAuth({
    supabaseUrl: 'http://backend.test',
    publishableKey: 'sb_publishable_x',
    brand: { name: 'Masomo' },
    widgets: { schedulingUrl: '', chatPropertyId: '', chatWidgetId: '' },
    local: true,
  });
  expect(await settledSession()).toMatchObject({ status: 'signed-in' });
  await vi.waitFor(() => expect(sessionStore.get()).toEqual({ status: 'signed-out', user: null, hasExpired: true }), { timeout: 8_000 });
  expect(localStorage.getItem(sessionKey)).toBeNull();
});

it('asks about its session when it is told that one has ended, and by the clock only without a stream', async () => {
  vi.resetModules();
  vi.useFakeTimers();
  const getUser = vi.fn(async () => ({ error: null }));
  vi.doMock('./client.ts', () => ({ getClient: async () => ({ auth: { getUser } }) }));
  vi.doMock('./followSession.ts', () => ({ followSession: async () => undefined }));
  vi.doMock('./resolveIdentity.ts', () => ({ openedIdentity: async () => ({}) }));
  const [{ live }, { sessionStore: store }, { watchSession }] = await Promise.all([
    import('@masomo/data'),
    import('./sessionStore.ts'),
    import('./watchSession.ts'),
  ]);
  watchSession();
  expect([...live.listeners]).toEqual([]);
  store.set({ status: 'signed-in', user: { id: 'u1' } } as unknown as Parameters<typeof store.set>[0]);
  for (let beat = 0; beat < 10; beat += 1) {
    live.beat();
    await vi.advanceTimersByTimeAsync(25_000);
  }
  expect(getUser).not.toHaveBeenCalled();
  await [...live.listeners].find(({ topics }) => topics.includes('sessions'))?.reread();
  expect(getUser).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(getUser.mock.calls.length).toBeGreaterThan(1);
  store.set({ status: 'signed-out', user: null });
  expect([...live.listeners]).toEqual([]);
  vi.useRealTimers();
});
