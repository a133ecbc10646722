import { previewPath } from '@masomo/contracts/previewPath';
import type { RemoteManifest } from '@masomo/contracts/remoteManifest';

/** The public site. It owns every address nobody else does: those are pages of the CMS, or nothing. */
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
