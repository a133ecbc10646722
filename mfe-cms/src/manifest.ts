import type { RemoteManifest } from '@masomo/contracts/remoteManifest';
import { menuEntriesOf, screenRoutesOf } from '@masomo/domain/screenManifest';

export const manifest: RemoteManifest = {
  name: 'mfe-cms',
  owns: ['/dashboard/cms'],
  routes: screenRoutesOf('mfe-cms').flatMap(({ path, access }) => [
    { path, layout: 'own' as const, access },
    ...(path === '/dashboard' ? [] : [{ path: `${path}/*`, layout: 'own' as const, access }]),
  ]),
  menu: menuEntriesOf('mfe-cms'),
  prerender: false,
};
