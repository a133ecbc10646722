import type { Registry, RegistryRemote } from '@masomo/contracts/registry';
import type { RemoteManifest, RouteLayout } from '@masomo/contracts/remoteManifest';
import { menuEntriesOf, screenRoutesOf } from '@masomo/domain/screenManifest';

type Owner = Parameters<typeof menuEntriesOf>[0];

function live(manifest: RemoteManifest, version = '0.1.0-0000000000'): RegistryRemote {
  const base = `/releases/${manifest.name}/${version}/`;
  return { version, base, entry: 'remoteEntry.js', initial: ['remoteEntry.js'], integrity: { 'remoteEntry.js': 'sha384-x' }, manifest };
}

function staff(name: Owner, owns: string, layout: RouteLayout): RegistryRemote {
  const routes = screenRoutesOf(name).flatMap(({ path, access }) => [
    { path, layout, access },
    ...(path === '/dashboard' ? [] : [{ path: `${path}/*`, layout, access }]),
  ]);
  return live({ name, owns: [owns], routes, menu: menuEntriesOf(name), prerender: false });
}

/** A registry with the product's five remotes, made from the same access table as theirs. */
export function productRegistry(revision = 1): Registry {
  const remotes = [
    live({ name: 'mfe-marketing', owns: ['/'], routes: [{ path: '/*', layout: 'public', access: 'anyone' }], menu: [], prerender: true }),
    live({
      name: 'mfe-store',
      owns: ['/store'],
      routes: [{ path: '/store', layout: 'public', access: 'anyone' }],
      menu: [],
      prerender: true,
    }),
    staff('mfe-dashboard', '/dashboard', 'dashboard'),
    staff('mfe-cms', '/dashboard/cms', 'own'),
    staff('mfe-store-manager', '/dashboard/store', 'own'),
  ];
  return {
    revision,
    shell: { version: '0.1.0-0000000000', base: '/releases/shell/0.1.0-0000000000/', entry: 'main.js', initial: [], integrity: {} },
    remotes: Object.fromEntries(remotes.map((remote) => [remote.manifest.name, remote])),
  };
}
