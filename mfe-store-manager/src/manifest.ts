import { translatable } from '@masomo/domain/translatable';
import type { RemoteManifest } from '@masomo/contracts/remoteManifest';
import { manifestScreens } from '@masomo/domain/screens';

export const manifest: RemoteManifest = {
  name: 'mfe-store-manager',
  owns: ['/dashboard/store'],
  ...manifestScreens('own', [
    { path: '/dashboard/store', label: translatable('Store'), icon: 'store', access: 'signed-in', menu: [{ order: 170 }] },
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
