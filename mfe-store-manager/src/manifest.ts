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
};
