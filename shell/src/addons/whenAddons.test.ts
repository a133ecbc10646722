// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionStore, type SessionState } from '@masomo/auth';
import { isNetworkSlow } from '@masomo/domain/slowNetwork';
import { followFeatures } from './followFeatures.ts';
import { whenAddons } from './whenAddons.ts';

vi.mock('@masomo/domain/slowNetwork', () => ({ isNetworkSlow: vi.fn(() => false) }));
vi.mock('./followFeatures.ts', () => ({ followFeatures: vi.fn() }));

const signedIn = (features: Record<string, 'on'>): SessionState => ({
  status: 'signed-in',
  user: { id: 'u1', email: 'a@school.test', role: 'teacher', schoolId: 's1', aal: 'aal1', features },
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(followFeatures).mockClear();
  sessionStore.set({ status: 'loading', user: null });
});
afterEach(() => vi.useRealTimers());

it('follows the add-ons at once, and after the first screen on a slow network', async () => {
  whenAddons();
  sessionStore.set(signedIn({ 'addon:quick-fees': 'on' }));
  await vi.advanceTimersByTimeAsync(100);
  expect(followFeatures).toHaveBeenCalledTimes(1);

  vi.mocked(isNetworkSlow).mockReturnValue(true);
  sessionStore.set({ status: 'loading', user: null });
  whenAddons();
  sessionStore.set(signedIn({ 'addon:quick-fees': 'on' }));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(followFeatures).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(followFeatures).toHaveBeenCalledTimes(2);
});

it('loads nothing for a school without add-ons', async () => {
  whenAddons();
  sessionStore.set(signedIn({}));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(followFeatures).not.toHaveBeenCalled();
});
