import { previewPath } from '@masomo/contracts/previewPath';
import type { RemoteManifest } from '@masomo/contracts/remoteManifest';

/** The public site. It owns every path no other remote owns: pages of the CMS, or not found. */
export const manifest: RemoteManifest = {
  name: 'mfe-marketing',
  owns: ['/'],
  routes: [
    { path: previewPath, layout: 'own', access: 'anyone' },
    { path: '/*', layout: 'public', access: 'anyone' },
  ],
  menu: [],
  prerender: true,
};
