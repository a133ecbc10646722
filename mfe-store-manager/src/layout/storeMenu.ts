import type { AdminMenuEntry } from '@masomo/design-system/admin';

/** The store manager's menu, in order; what only its managers may open is left out for everybody else. */
export function storeMenu(mayManage: boolean): readonly AdminMenuEntry[] {
  return [
    { path: '/dashboard/store', label: 'Dashboard', icon: 'dashboard', end: true },
    ...(mayManage ? [{ path: '/dashboard/store/addons', label: 'Add-ons', icon: 'addon' }] : []),
    { path: '/dashboard/store/orders', label: 'Orders', icon: 'order' },
    ...(mayManage ? [] : [{ path: '/dashboard/store/licences', label: 'Licences', icon: 'shield' }]),
    ...(mayManage
      ? [
          { path: '/dashboard/store/payments', label: 'Payments', icon: 'finance' },
          { path: '/dashboard/store/analytics', label: 'Analytics', icon: 'analytics' },
          { path: '/dashboard/store/settings', label: 'Settings', icon: 'settings' },
        ]
      : []),
  ];
}
