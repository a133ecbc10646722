import { useSession } from '@masomo/auth';

export const thermalPrintHome = '/dashboard/addons/thermal-print';

/** Whether the add-on's licence is over: nothing is printed any more. */
export function useIsReadOnly(): boolean {
  return useSession().user?.features?.['addon:thermal-print'] === 'read-only';
}
