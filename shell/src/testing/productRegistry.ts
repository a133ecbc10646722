import type { Registry, RegistryRemote } from '@masomo/contracts/registry';
import type { RemoteManifest } from '@masomo/contracts/remoteManifest';
import { manifestScreens, manifestTitles, type ScreenDefinition } from '@masomo/domain/screens';

export function live(manifest: RemoteManifest, version = '0.1.0-0000000000'): RegistryRemote {
  const base = `/releases/${manifest.name}/${version}/`;
  return { version, base, entry: 'remoteEntry.js', initial: ['remoteEntry.js'], integrity: { 'remoteEntry.js': 'sha384-x' }, manifest };
}

/** A screen for each kind of access; `tools/checks/accessTable.test.ts` compares the real table. */
export const dashboardScreens: readonly ScreenDefinition[] = [
  { path: '/dashboard', label: 'Dashboard', icon: 'home', access: 'signed-in', menu: [{ order: 0 }] },
  { path: '/dashboard/profile', label: 'Profile', icon: 'user', access: 'signed-in', menu: [{ order: 10 }] },
  { path: '/dashboard/schools', label: 'Schools', icon: 'school', access: 'school:write', menu: [{ order: 30 }] },
  {
    path: '/dashboard/attendance',
    label: 'Attendance',
    icon: 'attendance',
    access: 'attendance:take',
    isOffline: true,
    menu: [{ order: 80, roles: ['staff'] }],
  },
  { path: '/dashboard/students', label: 'Students', icon: 'student', access: 'student:read', whileOpened: true, menu: [{ order: 100 }] },
  { path: '/dashboard/grades', label: 'Grades', icon: 'grade', access: 'grade:write', menu: [{ order: 140 }] },
];
const cmsScreens: readonly ScreenDefinition[] = [
  { path: '/dashboard/cms', label: 'CMS', icon: 'page', access: 'page:write', menu: [{ order: 180 }] },
];
const storeScreens: readonly ScreenDefinition[] = [
  { path: '/dashboard/store', label: 'Store', icon: 'store', access: 'signed-in', menu: [{ order: 170 }] },
];

/** A registry with remotes like the product's five. */
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
    live({ name: 'mfe-dashboard', owns: ['/dashboard'], ...manifestScreens('dashboard', dashboardScreens), prerender: false }),
    live({
      name: 'mfe-cms',
      owns: ['/dashboard/cms'],
      ...manifestScreens('dashboard', cmsScreens),
      area: { name: { label: 'CMS' }, brand: { label: 'CMS' }, site: { path: '/', label: 'View site' } },
      titles: manifestTitles([
        { path: '/dashboard/cms', label: 'Dashboard', icon: 'dashboard', access: 'page:write' },
        { path: '/dashboard/cms/pages', label: 'Pages', icon: 'page', access: 'page:write' },
      ]),
      prerender: false,
    }),
    live({ name: 'mfe-store-manager', owns: ['/dashboard/store'], ...manifestScreens('dashboard', storeScreens), prerender: false }),
  ];
  return {
    revision,
    shell: { version: '0.1.0-0000000000', base: '/releases/shell/0.1.0-0000000000/', entry: 'main.js', initial: [], integrity: {} },
    remotes: Object.fromEntries(remotes.map((remote) => [remote.manifest.name, remote])),
  };
}
