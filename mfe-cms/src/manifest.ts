import { translatable } from '@masomo/domain/translatable';
import type { RemoteManifest } from '@masomo/contracts/remoteManifest';
import { manifestScreens } from '@masomo/domain/screens';

export const manifest: RemoteManifest = {
  name: 'mfe-cms',
  owns: ['/dashboard/cms'],
  ...manifestScreens('own', [
    { path: '/dashboard/cms', label: translatable('CMS'), icon: 'page', access: 'page:write', menu: [{ order: 180 }] },
  ]),
  prerender: false,
};
