import { translatable } from '@masomo/domain/translatable';
import type { RemoteManifest } from '@masomo/contracts/remoteManifest';
import { manifestScreens, manifestTitles, type MenuPlace } from '@masomo/domain/screens';

// An administrator finds it beside the finances of the school.
const storePlaces = [
  { order: 170, roles: ['admin'], group: 'reports' },
  { order: 170, roles: ['super_admin'], group: 'money', bar: 3 },
  { order: 170, roles: ['teacher', 'staff', 'parent', 'student', 'user'], group: 'money' },
] as const satisfies readonly MenuPlace[];

export const manifest: RemoteManifest = {
  name: 'mfe-store-manager',
  owns: ['/dashboard/store'],
  ...manifestScreens('dashboard', [
    { path: '/dashboard/store', label: translatable('Store'), icon: 'store', access: 'signed-in', menu: storePlaces },
  ]),
  area: {
    name: { label: translatable('Store manager') },
    brand: { label: translatable('Store') },
    site: { path: '/store', label: translatable('View store') },
  },
  // Buyers have their licences instead of the screens of those who run the store.
  titles: manifestTitles([
    { path: '/dashboard/store', label: translatable('Dashboard'), icon: 'dashboard', access: 'signed-in', bar: 1 },
    { path: '/dashboard/store/addons', label: translatable('Add-ons'), icon: 'addon', access: 'addon:write' },
    { path: '/dashboard/store/modules', label: translatable('Modules'), icon: 'sections', access: 'addon:write' },
    { path: '/dashboard/store/orders', label: translatable('Orders'), icon: 'order', access: 'signed-in', bar: 2 },
    { path: '/dashboard/store/licences', label: translatable('Licences'), icon: 'shield', access: 'store:buy', bar: 3 },
    { path: '/dashboard/store/payments', label: translatable('Payments'), icon: 'finance', access: 'payment:reconcile', bar: 3 },
    { path: '/dashboard/store/analytics', label: translatable('Analytics'), icon: 'analytics', access: 'store-analytics:read', bar: 4 },
    { path: '/dashboard/store/settings', label: translatable('Settings'), icon: 'settings', access: 'settings:write' },
  ]),
  prerender: false,
  firstReads: {
    '/dashboard/store/orders': [
      {
        path: 'rpc/list_orders?sort=created_at&descending=true&page=1&page_size=20&select=id%2Corder_number%2Ccustomer_name%2Ccustomer_email%2Cinstitution%2Ctotal_amount%2Cstatus%2Cpayment_method%2Ccreated_at%2Cupdated_at%2Cpaid_at%2Corder_items%28addon_name%2Cquantity%2Cprice%2Ccategory%2Cposition%29',
      },
      { path: 'rpc/count_orders' },
    ],
  },
};
