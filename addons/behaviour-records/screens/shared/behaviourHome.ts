import { sessionStore, useSession } from '@masomo/auth';
import { today as todayIn } from '@masomo/domain/time';

export const behaviourHome = '/dashboard/addons/behaviour-records';

/** Whether the add-on's licence is over: everything can be read and nothing changed. */
export function useIsReadOnly(): boolean {
  return useSession().user?.features?.['addon:behaviour-records'] === 'read-only';
}

/** Today at the school of the signed-in person. */
export const today = () => todayIn(Date.now(), sessionStore.get().user?.timeZone);
