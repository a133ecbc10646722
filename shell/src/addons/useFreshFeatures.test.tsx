// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '@masomo/auth';
import { live, provideDb } from '@masomo/data';
import type { Features } from '@masomo/data/accounts/identity';
import { useNavigate } from '@masomo/navigation';
import { MemoryRouter } from '@masomo/navigation/testing';
import { fakeDb } from '@masomo/testing';
import { useFreshFeatures } from './useFreshFeatures.ts';

vi.mock('./startFeatureSync.ts', () => ({ startFeatureSync: vi.fn() }));

let bought: Features;
let reads: number;
const features = () => sessionStore.get().user?.features;
const user = { id: 'u1', email: 'a@b.test', role: 'admin', schoolId: 'h1', aal: 'aal1' } as const;

function open(had: Features) {
  sessionStore.set({ status: 'signed-in', user: { ...user, features: had } });
  const wrapper = ({ children }: { children: ReactNode }) => <MemoryRouter initialEntries={['/dashboard']}>{children}</MemoryRouter>;
  return renderHook(
    () => {
      useFreshFeatures();
      return useNavigate();
    },
    { wrapper },
  );
}
/** What the stream of changes has the page do. */
async function tell() {
  const listening = [...live.listeners].filter(({ topics }) => topics.includes('licences'));
  expect(listening).toHaveLength(1);
  await act(async () => void listening[0]!.reread());
  await expect.poll(() => reads).toBe(1);
}

beforeEach(() => {
  reads = 0;
  provideDb(
    async () =>
      fakeDb(() => {
        reads += 1;
        return {
          body: [{ ...user, first_name: 'A', last_name: 'B', school_id: 'h1', school_name: 'S', content_revision: 1, features: bought }],
        };
      }).db,
  );
});
afterEach(cleanup);

describe('what the school buys', () => {
  it('is there as soon as a licence or the subscription is changed', async () => {
    bought = { 'addon:gate': 'on' };
    open({});
    await tell();
    await expect.poll(() => features()).toEqual({ 'addon:gate': 'on' });
  });

  it('is listened for no more when the dashboard closes', async () => {
    bought = {};
    const { unmount } = open({});
    await tell();
    unmount();
    expect(live.listeners.size).toBe(0);
  });
});

describe('what is taken away', () => {
  it.each<[string, Features, Features]>([
    ['paid back', {}, {}],
    ['expired', { 'addon:gate': 'read-only' }, { 'addon:gate': 'read-only' }],
  ])('goes with the next navigation when it was %s, and what came with it is there at once', async (_, now, after) => {
    bought = { ...now, 'addon:other': 'on' };
    const { result } = open({ 'addon:gate': 'on' });
    await tell();
    await expect.poll(() => features()).toEqual({ 'addon:gate': 'on', 'addon:other': 'on' });
    await act(async () => void result.current('/dashboard/students'));
    await expect.poll(() => features()).toEqual({ ...after, 'addon:other': 'on' });
  });
});
