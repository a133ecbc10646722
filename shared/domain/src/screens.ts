import type { MenuGroup } from '@masomo/contracts/menuGroups';
import { rolesWith, type CorePermission } from './permissions.ts';
import { roles, type Role } from './roles.ts';

/** One screen of the signed-in area, as the remote that owns it declares it in its manifest. */
export type ScreenDefinition<Name extends string = CorePermission> = {
  /** Absolute. The addresses below it are the screen's as well, unless another screen of the remote is there. */
  path: string;
  label: string;
  /** Name of an icon of the design system's menu icons. */
  icon: string;
  /** Anyone signed in, or everyone who has the permission. */
  access: 'signed-in' | Name;
  /** Super admins open it too, while they have the records of a school open. */
  whileOpened?: true;
  /** Its screen keeps what is entered until it can be sent, so it also opens while the person's role cannot be read. */
  isOffline?: true;
  /** Only records below it are shown, so neither breadcrumbs nor the search lead there. */
  isRecord?: true;
  /** Places in the side menu: for everyone who may open the screen, or for these roles only. */
  menu: readonly MenuPlace[];
};

/** A screen below another one, which has a title of its own. */
export type TitledScreen<Name extends string = CorePermission> = Pick<ScreenDefinition<Name>, 'path' | 'label' | 'icon' | 'access'> &
  Pick<MenuPlace, 'bar'>;

const coreRolesOf = (permission: string) => rolesWith(permission as CorePermission);

/** The `titles` of a manifest, in this order. */
export function manifestTitles<Name extends string = CorePermission>(
  screens: readonly TitledScreen<Name>[],
  rolesOf: (permission: Name) => readonly Role[] = coreRolesOf,
) {
  return screens.map(({ path, label, icon, access, bar }, order) => ({
    path,
    label,
    icon,
    order,
    ...(bar === undefined ? {} : { bar }),
    roles: access === 'signed-in' ? [...roles] : [...rolesOf(access)],
    ...(access === 'signed-in' ? {} : { permission: access }),
  }));
}

/** `order` sorts the entries of all remotes together, within their group. `bar` is a place in the bar of a phone, from the start. */
export type MenuPlace = { order: number; roles?: readonly Role[]; group?: MenuGroup; bar?: number };

/**
 * Routes and menu of a manifest (`@masomo/contracts/remoteManifest`) from a remote's screens. Beside each permission are the roles that
 * have it, so a release does not depend on the list of permissions the shell was built with.
 */
export function manifestScreens<Layout extends string, Name extends string = CorePermission>(
  layout: Layout,
  screens: readonly ScreenDefinition<Name>[],
  rolesOf: (permission: Name) => readonly Role[] = coreRolesOf,
) {
  const isAboveAnother = (path: string) => screens.some((other) => other.path.startsWith(`${path}/`));
  return {
    routes: screens.flatMap((screen) => {
      const access = screen.access === 'signed-in' ? ('signed-in' as const) : [...rolesOf(screen.access)];
      const paths = isAboveAnother(screen.path) ? [screen.path] : [screen.path, `${screen.path}/*`];
      return paths.map((path) => ({
        path,
        layout,
        access,
        ...(screen.access === 'signed-in' ? {} : { permission: screen.access }),
        ...(screen.isOffline ? { offline: true } : {}),
        ...(screen.whileOpened ? { whileOpened: true } : {}),
      }));
    }),
    menu: screens.flatMap((screen) =>
      screen.menu.map(({ order, roles: listed, group, bar }) => ({
        path: screen.path,
        label: screen.label,
        icon: screen.icon,
        order,
        ...(group === undefined ? {} : { group }),
        ...(bar === undefined ? {} : { bar }),
        roles: [...(listed ?? (screen.access === 'signed-in' ? roles : rolesOf(screen.access)))],
        // A place that is for some roles only stays theirs, even if others may open the screen.
        ...(listed || screen.access === 'signed-in' ? {} : { permission: screen.access }),
      })),
    ),
  };
}
