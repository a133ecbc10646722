// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionStore, type SessionState } from '@masomo/auth';
import { isNetworkSlow } from '@masomo/domain/slowNetwork';
import { noteScreen } from '../remotes/firstScreen.ts';
import { startFeatureSync } from './startFeatureSync.ts';
import { startAfterFirstScreen } from './startAfterFirstScreen.ts';

vi.mock('@masomo/domain/slowNetwork', () => ({ isNetworkSlow: vi.fn(() => false) }));
vi.mock('./startFeatureSync.ts', () => ({ startFeatureSync: vi.fn() }));

const signedIn = (features: Record<string, 'on'>): SessionState => ({
  status: 'signed-in',
  user: { id: 'u1', email: 'a@school.test', role: 'teacher', schoolId: 's1', aal: 'aal1', features },
});

const startsWith = (features: Record<string, 'on'>) => {
  startAfterFirstScreen();
  sessionStore.set(signedIn(features));
};
const startsAfterFourSeconds = async () => {
  await vi.advanceTimersByTimeAsync(3_900);
  expect(startFeatureSync).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(startFeatureSync).toHaveBeenCalledTimes(1);
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(startFeatureSync).mockClear();
  sessionStore.set({ status: 'loading', user: null });
});
afterEach(() => vi.useRealTimers());

it('starts when the first screen is shown, or seconds later where none is', async () => {
  startsWith({ 'addon:quick-fees': 'on' });
  await startsAfterFourSeconds();

  sessionStore.set({ status: 'loading', user: null });
  startsWith({ 'addon:quick-fees': 'on' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(startFeatureSync).toHaveBeenCalledTimes(1);
  noteScreen();
  await vi.advanceTimersByTimeAsync(100);
  expect(startFeatureSync).toHaveBeenCalledTimes(2);
});

it('starts for a session that was read before anything had subscribed to it', async () => {
  sessionStore.set(signedIn({ 'addon:quick-fees': 'on' }));
  startAfterFirstScreen();
  sessionStore.set(signedIn({ 'addon:quick-fees': 'on' }));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(startFeatureSync).toHaveBeenCalledTimes(1);
});

it('starts seconds later on a slow network, where the data of the first screen is still on its way', async () => {
  vi.mocked(isNetworkSlow).mockReturnValue(true);
  noteScreen();
  startsWith({ 'addon:quick-fees': 'on' });
  await startsAfterFourSeconds();
});

it('loads nothing for a school without add-ons', async () => {
  startsWith({});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(startFeatureSync).not.toHaveBeenCalled();
});
