// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionStore, type SessionState } from '@masomo/auth';
import { isNetworkSlow } from '@masomo/domain/slowNetwork';
import { noteScreen } from '../remotes/firstScreen.ts';
import { followFeatures } from './followFeatures.ts';
import { whenAddons } from './whenAddons.ts';

vi.mock('@masomo/domain/slowNetwork', () => ({ isNetworkSlow: vi.fn(() => false) }));
vi.mock('./followFeatures.ts', () => ({ followFeatures: vi.fn() }));

const signedIn = (features: Record<string, 'on'>): SessionState => ({
  status: 'signed-in',
  user: { id: 'u1', email: 'a@school.test', role: 'teacher', schoolId: 's1', aal: 'aal1', features },
});

const startsWith = (features: Record<string, 'on'>) => {
  whenAddons();
  sessionStore.set(signedIn(features));
};
const isFollowedAfterFourSeconds = async () => {
  await vi.advanceTimersByTimeAsync(3_900);
  expect(followFeatures).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(followFeatures).toHaveBeenCalledTimes(1);
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(followFeatures).mockClear();
  sessionStore.set({ status: 'loading', user: null });
});
afterEach(() => vi.useRealTimers());

it('follows the add-ons when the first screen stands, or seconds later where it does not', async () => {
  startsWith({ 'addon:quick-fees': 'on' });
  await isFollowedAfterFourSeconds();

  sessionStore.set({ status: 'loading', user: null });
  startsWith({ 'addon:quick-fees': 'on' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(followFeatures).toHaveBeenCalledTimes(1);
  noteScreen();
  await vi.advanceTimersByTimeAsync(100);
  expect(followFeatures).toHaveBeenCalledTimes(2);
});

it('follows them for a session that was read before anything had subscribed to it', async () => {
  sessionStore.set(signedIn({ 'addon:quick-fees': 'on' }));
  whenAddons();
  sessionStore.set(signedIn({ 'addon:quick-fees': 'on' }));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(followFeatures).toHaveBeenCalledTimes(1);
});

it('follows them seconds later on a slow network, where the data of the first screen is still on its way', async () => {
  vi.mocked(isNetworkSlow).mockReturnValue(true);
  noteScreen();
  startsWith({ 'addon:quick-fees': 'on' });
  await isFollowedAfterFourSeconds();
});

it('loads nothing for a school without add-ons', async () => {
  startsWith({});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(followFeatures).not.toHaveBeenCalled();
});
