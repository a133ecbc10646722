import { describe, expect, it } from 'vitest';
import { roles, type Role } from './roles.ts';
import { canOpen, menuOf, screens } from './screens.ts';
import { menuEntriesOf, screenRoutesOf } from './screenManifest.ts';

const paths = (...names: string[]) => names.map((name) => (name ? `/dashboard/${name}` : '/dashboard'));
const everyone = ['', 'profile'];
const others = [...everyone, 'store', 'notifications', 'documents'];

const menus: Record<Role, string[]> = {
  super_admin: [...everyone, 'super-admin', 'schools', 'users', 'subscriptions', 'store', 'cms', 'support', 'analytics', 'settings'],
  admin: [...everyone, 'school', 'staff', 'students', 'classes', 'finances', 'store', 'reports', 'settings'],
  teacher: [...everyone, 'classes', 'students', 'schedule', 'assignments', 'grades', 'store', 'announcements'],
  staff: [...everyone, 'attendance', 'students', 'records', 'store', 'announcements'],
  parent: others,
  student: others,
  user: others,
};

const access: [path: string, allowed: readonly Role[]][] = [
  ...['', 'profile', 'notifications', 'documents', 'settings', 'store'].map((name): [string, readonly Role[]] => [name, roles]),
  ...['super-admin', 'schools', 'users', 'subscriptions', 'analytics', 'support', 'cms'].map((name): [string, Role[]] => [
    name,
    ['super_admin'],
  ]),
  ...['school', 'staff', 'finances'].map((name): [string, Role[]] => [name, ['admin']]),
  ...['classes', 'reports'].map((name): [string, Role[]] => [name, ['admin', 'teacher']]),
  ...['students', 'attendance', 'announcements'].map((name): [string, Role[]] => [name, ['admin', 'teacher', 'staff']]),
  ...['schedule', 'assignments', 'grades'].map((name): [string, Role[]] => [name, ['teacher']]),
  ['records', ['staff']],
];

describe('the menu', () => {
  it.each(roles)('of %s is exactly the specified one, in order', (role) => {
    expect(menuOf(role).map((screen) => screen.path)).toEqual(paths(...menus[role]));
  });

  it('never lists a screen the role may not open', () => {
    for (const role of roles) for (const screen of menuOf(role)) expect(canOpen(screen, role), `${role} ${screen.path}`).toBe(true);
  });
});

describe('access', () => {
  it.each(access)('/dashboard/%s', (name, allowed) => {
    const [path] = paths(name);
    const rows = screens.filter((screen) => screen.path === path);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(roles.filter((role) => canOpen(row, role))).toEqual(roles.filter((role) => allowed.includes(role)));
  });

  it('covers every screen', () => {
    expect(new Set(screens.map((screen) => screen.path))).toEqual(new Set(access.map(([name]) => paths(name)[0])));
  });
});

describe('manifests made from the table', () => {
  it('carry every menu entry once per row and every path once', () => {
    const owners = ['mfe-dashboard', 'mfe-cms', 'mfe-store-manager'] as const;
    const entries = owners.flatMap(menuEntriesOf);
    for (const role of roles) {
      const menu = entries.filter((entry) => entry.roles.includes(role)).sort((a, b) => a.order - b.order);
      expect(menu.map((entry) => entry.path)).toEqual(menuOf(role).map((screen) => screen.path));
    }
    const routes = owners.flatMap(screenRoutesOf).map((route) => route.path);
    expect(new Set(routes).size).toBe(routes.length);
  });
});
