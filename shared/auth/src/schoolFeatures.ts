import type { Features } from '@masomo/data/accounts/identity';
import { sessionStore } from './sessionStore.ts';
import { useSession } from './useSession.ts';

const none: Features = {};

function set(features: Features, lostFeatures?: Features): boolean {
  const { user } = sessionStore.get();
  if (!user) return false;
  const { lostFeatures: _, ...rest } = user;
  const isChanged = JSON.stringify(features) !== JSON.stringify(user.features ?? none);
  if (isChanged || user.lostFeatures || lostFeatures)
    sessionStore.set({ status: 'signed-in', user: { ...rest, features, ...(lostFeatures ? { lostFeatures } : {}) } });
  return isChanged;
}

const isLess = (before: Features, now: Features) =>
  Object.entries(before).some(([feature, state]) => now[feature] === undefined || (state === 'on' && now[feature] !== 'on'));

/** What the school of the signed-in person has, and whether it may still be changed there. Nothing else in the browser keeps it. */
export const schoolFeatures = {
  get: (): Features => sessionStore.get().user?.features ?? none,
  /**
   * Takes what the database says now: what was added counts at once, what was taken away from the next navigation on, so that nothing
   * that is typed is lost. Returns whether something changed.
   */
  update(features: Features): boolean {
    const before = schoolFeatures.get();
    return isLess(before, features) ? set({ ...features, ...before }, features) : set(features);
  },
  /** Takes away what was lost since the last navigation. Returns whether there was something. */
  dropLost(): boolean {
    const lost = sessionStore.get().user?.lostFeatures;
    return lost !== undefined && set(lost);
  },
};

/** Whether none of the features that a module needs is on any more: it can be read and not changed. */
export const isReadOnlyWith = (features: Features | undefined, requires: readonly string[] | undefined): boolean =>
  requires?.every((feature) => features?.[feature] !== 'on') ?? false;

/** The state of a feature at the school of the signed-in person; undefined where it does not have it. */
export function useFeature(feature: string): Features[string] | undefined {
  return useSession().user?.features?.[feature];
}
