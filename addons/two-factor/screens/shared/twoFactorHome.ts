import { sessionStore, useSession } from '@masomo/auth';
import { today as todayIn } from '@masomo/domain/time';

export const twoFactorHome = '/dashboard/addons/two-factor';

/** Whether the add-on's licence is over: everything can be read and nothing changed. */
export function useIsReadOnly(): boolean {
  return useSession().user?.features?.['addon:two-factor'] === 'read-only';
}

/** Today at the school of the signed-in person. */
export const today = () => todayIn(Date.now(), sessionStore.get().user?.timeZone);
