import { expect, it } from 'vitest';
import { manifestScreens } from './screens.ts';

const { routes, menu } = manifestScreens('dashboard', [
  { path: '/dashboard', label: 'Dashboard', icon: 'home', access: 'signed-in', menu: [{ order: 0 }] },
  {
    path: '/dashboard/classes',
    label: 'Classes',
    icon: 'class',
    access: 'class:read',
    menu: [
      { order: 90, roles: ['teacher'] },
      { order: 110, roles: ['admin'] },
    ],
  },
]);

it('a screen covers the paths below it, unless another screen does', () => {
  expect(routes.map(({ path }) => path)).toEqual(['/dashboard', '/dashboard/classes', '/dashboard/classes/*']);
});

it('a permission resolves to the roles that have it', () => {
  expect(routes.map(({ access }) => access)).toEqual(['signed-in', ['admin', 'teacher'], ['admin', 'teacher']]);
});

it('the menu lists a screen for every role that may open it, at a different place for some roles', () => {
  expect(menu.map(({ path, order, roles }) => [path, order, roles.length])).toEqual([
    ['/dashboard', 0, 7],
    ['/dashboard/classes', 90, 1],
    ['/dashboard/classes', 110, 1],
  ]);
});
