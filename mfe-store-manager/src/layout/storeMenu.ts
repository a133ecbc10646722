import { t } from '@lingui/core/macro';
import type { AdminMenuEntry } from '@masomo/design-system/admin';

/** The store manager's menu in order; buyers get their licences instead of the management screens. */
export function storeMenu(canManage: boolean): readonly AdminMenuEntry[] {
  return [
    { path: '/dashboard/store', label: t`Dashboard`, icon: 'dashboard', end: true },
    ...(canManage ? [{ path: '/dashboard/store/addons', label: t`Add-ons`, icon: 'addon' }] : []),
    ...(canManage ? [{ path: '/dashboard/store/modules', label: t`Modules`, icon: 'sections' }] : []),
    { path: '/dashboard/store/orders', label: t`Orders`, icon: 'order' },
    ...(canManage ? [] : [{ path: '/dashboard/store/licences', label: t`Licences`, icon: 'shield' }]),
    ...(canManage
      ? [
          { path: '/dashboard/store/payments', label: t`Payments`, icon: 'finance' },
          { path: '/dashboard/store/analytics', label: t`Analytics`, icon: 'analytics' },
          { path: '/dashboard/store/settings', label: t`Settings`, icon: 'settings' },
        ]
      : []),
  ];
}
