import type { RemoteManifest } from '@masomo/contracts/remoteManifest';
import { menuEntriesOf, screenRoutesOf } from '@masomo/domain/screenManifest';

export const manifest: RemoteManifest = {
  name: 'mfe-store-manager',
  owns: ['/dashboard/store'],
  routes: screenRoutesOf('mfe-store-manager').flatMap(({ path, access }) => [
    { path, layout: 'own' as const, access },
    ...(path === '/dashboard' ? [] : [{ path: `${path}/*`, layout: 'own' as const, access }]),
  ]),
  menu: menuEntriesOf('mfe-store-manager'),
  prerender: false,
};
