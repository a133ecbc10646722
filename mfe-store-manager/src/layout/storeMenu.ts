import type { AdminMenuEntry } from '@masomo/design-system/admin';

/** The store manager's menu, in order. */
export const storeMenu: readonly AdminMenuEntry[] = [
  { path: '/dashboard/store', label: 'Dashboard', icon: 'dashboard', end: true },
  { path: '/dashboard/store/orders', label: 'Orders', icon: 'order' },
];
