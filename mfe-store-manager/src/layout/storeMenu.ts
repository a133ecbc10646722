import type { AdminMenuEntry } from '@masomo/design-system/admin';

/** The store manager's menu in order; buyers get their licences instead of the management screens. */
export function storeMenu(canManage: boolean): readonly AdminMenuEntry[] {
  return [
    { path: '/dashboard/store', label: 'Dashboard', icon: 'dashboard', end: true },
    ...(canManage ? [{ path: '/dashboard/store/addons', label: 'Add-ons', icon: 'addon' }] : []),
    { path: '/dashboard/store/orders', label: 'Orders', icon: 'order' },
    ...(canManage ? [] : [{ path: '/dashboard/store/licences', label: 'Licences', icon: 'shield' }]),
    ...(canManage
      ? [
          { path: '/dashboard/store/payments', label: 'Payments', icon: 'finance' },
          { path: '/dashboard/store/analytics', label: 'Analytics', icon: 'analytics' },
          { path: '/dashboard/store/settings', label: 'Settings', icon: 'settings' },
        ]
      : []),
  ];
}
