// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import type { Session } from '@supabase/supabase-js';
import { expect, it, vi } from 'vitest';
import { provideDb, useQuery } from '@masomo/data';
import { personalStorage } from '@masomo/domain/personalStorage';
import { fakeDb } from '@masomo/testing';
import { applySession } from './applySession.ts';
import { sessionStore } from './sessionStore.ts';

const user = {
  id: 'u1',
  email: 'amina@school.test',
  aud: 'authenticated',
  app_metadata: {},
  user_metadata: {},
  created_at: '2026-01-01T00:00:00Z',
};
const session: Session = {
  access_token: `h.${btoa('{"aal":"aal1"}')}.s`,
  refresh_token: 'r1',
  token_type: 'bearer',
  expires_in: 3600,
  user,
};

vi.mock('./currentDb.ts', () => ({ currentDb: async () => ({}) }));
vi.mock('./resolveIdentity.ts', () => ({ resolveIdentity: async () => ({ role: 'teacher', schoolId: 's1' }) }));
vi.mock('./runtimeConfig.ts', () => ({ getRuntimeConfig: () => ({}) }));

it('reloads the data on the screen after a sign-in, but not after a stored session was restored', async () => {
  provideDb(async () => fakeDb(() => ({ body: [] })).db);
  const read = vi.fn(async () => 'seen');
  const { result } = renderHook(() => useQuery(['watched'], read, { dedupingInterval: 0 }));
  await vi.waitFor(() => expect(result.current.data).toBe('seen'));
  const signedIn = { status: 'signed-in', user: { id: 'u1', role: 'teacher' } };

  sessionStore.set({ status: 'loading', user: null });
  await act(() => applySession('INITIAL_SESSION', session));
  expect(sessionStore.get()).toMatchObject(signedIn);
  expect(read).toHaveBeenCalledTimes(1);

  sessionStore.set({ status: 'signed-out', user: null });
  await act(() => applySession('SIGNED_IN', session));
  expect(sessionStore.get()).toMatchObject(signedIn);
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
});

it.each([
  ['its session has ended before the page was opened', null],
  ['another person signs in', { ...session, user: { ...user, id: 'u2' } }],
])('removes the key of what waits on this device when %s', async (_, next) => {
  sessionStore.set({ status: 'loading', user: null });
  localStorage.setItem(personalStorage.outboxKey, 'u1 00');
  await act(() => applySession('INITIAL_SESSION', next));
  expect(localStorage.getItem(personalStorage.outboxKey)).toBeNull();
});

it('keeps the key of who was signed in all along', async () => {
  sessionStore.set({ status: 'loading', user: null });
  localStorage.setItem(personalStorage.outboxKey, 'u1 00');
  await act(() => applySession('INITIAL_SESSION', session));
  expect(localStorage.getItem(personalStorage.outboxKey)).toBe('u1 00');
});
