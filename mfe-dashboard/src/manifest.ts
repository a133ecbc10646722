import type { RemoteManifest } from '@masomo/contracts/remoteManifest';
import { menuEntriesOf, screenRoutesOf } from '@masomo/domain/screenManifest';

export const manifest: RemoteManifest = {
  name: 'mfe-dashboard',
  owns: ['/dashboard'],
  routes: screenRoutesOf('mfe-dashboard').flatMap(({ path, access }) => [
    { path, layout: 'dashboard' as const, access },
    ...(path === '/dashboard' ? [] : [{ path: `${path}/*`, layout: 'dashboard' as const, access }]),
  ]),
  menu: menuEntriesOf('mfe-dashboard'),
  prerender: false,
};
