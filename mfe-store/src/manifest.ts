import type { RemoteManifest } from '@masomo/contracts/remoteManifest';

export const manifest: RemoteManifest = {
  name: 'mfe-store',
  owns: ['/store'],
  routes: [
    { path: '/store', layout: 'public', access: 'anyone' },
    { path: '/store/orders', layout: 'public', access: 'anyone' },
    { path: '/store/orders/:number', layout: 'public', access: 'anyone' },
    // Nothing is there: the server says so with its status, the browser goes home.
    { path: '/store/*', layout: 'public', access: 'anyone' },
  ],
  menu: [],
  prerender: true,
};
