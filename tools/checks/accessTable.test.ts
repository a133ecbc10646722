import { describe, expect, it } from 'vitest';
import { findScreen, mayEnter } from '@masomo/contracts/findScreen';
import { barOf, inGroups } from '@masomo/contracts/menuGroups';
import { menuOf, screensOf } from '@masomo/contracts/menus';
import { withFeatures } from '@masomo/contracts/registry';
import { menuIcons } from '@masomo/design-system/admin';
import { roles, type Role } from '@masomo/domain/roles';
import { readManifests, toRegistry } from '../build/readManifest.ts';

// What the specification names; the own manifest of a module or an add-on says who opens it.
const registry = withFeatures(toRegistry((await readManifests()).filter(({ name }) => name.startsWith('mfe-'))), []);
const menu = Object.values(registry.remotes).flatMap(({ manifest }) => manifest.menu);

const pathOf = (name: string) => (name ? `/dashboard/${name}` : '/dashboard');
const paths = (...names: string[]) => names.map(pathOf);
const everyone = ['', 'profile'];
const others = [...everyone, 'store', 'notifications', 'documents'];

// In the order of the specification.
const specified: Record<Role, string[]> = {
  super_admin: [...everyone, 'super-admin', 'schools', 'users', 'subscriptions', 'store', 'cms', 'support', 'analytics', 'settings'],
  admin: [...everyone, 'school', 'staff', 'students', 'classes', 'finances', 'store', 'reports', 'settings'],
  teacher: [...everyone, 'classes', 'students', 'schedule', 'assignments', 'grades', 'store', 'announcements'],
  staff: [...everyone, 'attendance', 'students', 'records', 'store', 'announcements'],
  parent: others,
  student: others,
  user: others,
};
/** What people look for besides. */
const added: Partial<Record<Role, string[]>> = {
  admin: ['attendance', 'announcements', 'school/plan', 'roles', 'messages'],
  teacher: ['attendance', 'messages'],
  parent: ['messages'],
};

/** What the address of an add-on shows where it is off, and the manual, to which every screen leads. */
const unlisted = ['addons', 'help'];

const forRoles = (allowed: readonly Role[], ...names: string[]) => names.map((name): [string, readonly Role[]] => [name, allowed]);
const access: [name: string, allowed: readonly Role[]][] = [
  ...forRoles(roles, '', 'profile', 'notifications', 'documents', 'settings', 'store', 'addons', 'help', 'messages'),
  ...forRoles(['super_admin'], 'super-admin', 'schools', 'users', 'subscriptions', 'analytics', 'support', 'cms'),
  ...forRoles(['admin'], 'school', 'staff', 'finances', 'roles'),
  ...forRoles(['admin', 'teacher'], 'classes', 'reports'),
  ...forRoles(['admin', 'teacher', 'staff'], 'attendance', 'announcements'),
  ...forRoles(['admin', 'teacher', 'staff'], 'students'),
  ...forRoles(['teacher'], 'schedule', 'assignments', 'grades'),
  ...forRoles(['staff'], 'records'),
];

/** Listed, but a part of the screen above it. */
const partsOfScreens: typeof access = [['school/plan', ['admin']]];

const rolesAt = (path: string) => {
  const screen = findScreen(registry, path);
  return screen ? roles.filter((role) => mayEnter(screen.route, { role })) : null;
};

describe('the side menu composed from all manifests', () => {
  it.each(roles)('matches the specification for %s, in order', (role) => {
    expect(menuOf(registry, { role }).map(({ path }) => path)).toEqual(paths(...specified[role], ...(added[role] ?? [])));
  });

  it.each(roles)('keeps the order of the specification for %s in the groups of the menu', (role) => {
    const grouped = inGroups(menuOf(registry, { role })).map(({ path }) => path);
    expect(grouped.filter((path) => paths(...specified[role]).includes(path))).toEqual(paths(...specified[role]));
  });

  it.each(roles)('names the places of %s in the bar of a phone, home first', (role) => {
    const named = barOf(menuOf(registry, { role })).filter(({ bar }) => bar !== undefined);
    expect(named[0]?.path).toBe('/dashboard');
    expect(named.length).toBeGreaterThanOrEqual(role === 'user' || role === 'parent' || role === 'student' ? 3 : 4);
  });

  it('never lists a screen the role cannot open', () => {
    for (const role of roles) for (const { path } of menuOf(registry, { role })) expect(rolesAt(path), `${role} ${path}`).toContain(role);
  });

  it('has an icon for every entry', () => {
    expect(menu.filter(({ icon }) => !menuIcons[icon])).toEqual([]);
  });
});

describe('access', () => {
  it.each(access)('/dashboard/%s and below', (name, allowed) => {
    const inOrder = roles.filter((role) => allowed.includes(role));
    expect(rolesAt(pathOf(name))).toEqual(inOrder);
    expect(rolesAt(`${pathOf(name)}/deeper`)).toEqual(name ? inOrder : null);
  });

  it('requires a session on every screen, and this table covers all of them', () => {
    const routes = Object.values(registry.remotes).flatMap(({ manifest }) => manifest.routes);
    const staffPaths = routes.map(({ path }) => path.replace(/\/\*$/, '')).filter((path) => /^\/dashboard(\/|$)/.test(path));
    expect(new Set(staffPaths)).toEqual(new Set(access.map(([name]) => pathOf(name))));
    for (const path of staffPaths) expect(mayEnter(findScreen(registry, path)?.route ?? { access: 'anyone' }, undefined), path).toBe(false);
  });

  it.each(roles)('determines the screens in the command menu of %s, each listed once', (role) => {
    const listed = screensOf(registry, { role }).map(({ path }) => path);
    expect(new Set(listed)).toEqual(
      new Set(
        [...access, ...partsOfScreens]
          .filter(([name, allowed]) => !unlisted.includes(name) && allowed.includes(role))
          .map(([name]) => pathOf(name)),
      ),
    );
    expect(new Set(listed).size).toBe(listed.length);
  });
});
