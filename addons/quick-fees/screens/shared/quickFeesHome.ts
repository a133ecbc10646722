import { sessionStore, useSession } from '@masomo/auth';
import { today as todayIn } from '@masomo/domain/time';

export const quickFeesHome = '/dashboard/addons/quick-fees';

/** Whether the add-on's licence is over: receipts can be read and none made. */
export function useIsReadOnly(): boolean {
  return useSession().user?.features?.['addon:quick-fees'] === 'read-only';
}

/** Today at the school of the signed-in person. */
export const today = () => todayIn(Date.now(), sessionStore.get().user?.timeZone);
