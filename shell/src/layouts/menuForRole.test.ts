import { expect, it } from 'vitest';
import { roles } from '@masomo/domain/roles';
import { menuOf } from '@masomo/domain/screens';
import { productRegistry } from '../testing/productRegistry.ts';
import { menuForRole } from './menuForRole.ts';

const paths = (...names: string[]) => ['/dashboard', '/dashboard/profile', ...names.map((name) => `/dashboard/${name}`)];

it.each([
  ['super_admin', paths('super-admin', 'schools', 'users', 'subscriptions', 'store', 'cms', 'support', 'analytics', 'settings')],
  ['admin', paths('school', 'staff', 'students', 'classes', 'finances', 'store', 'reports', 'settings')],
  ['teacher', paths('classes', 'students', 'schedule', 'assignments', 'grades', 'store', 'announcements')],
  ['staff', paths('attendance', 'students', 'records', 'store', 'announcements')],
  ['parent', paths('store', 'notifications', 'documents')],
  ['student', paths('store', 'notifications', 'documents')],
  ['user', paths('store', 'notifications', 'documents')],
] as const)('the menu of %s, put together from the manifests, is exactly the specified one', (role, expected) => {
  expect(menuForRole(productRegistry(), role).map((entry) => entry.path)).toEqual(expected);
});

it.each(roles)('the menu of %s is in the order of the access table', (role) => {
  expect(menuForRole(productRegistry(), role).map((entry) => entry.label)).toEqual(menuOf(role).map((screen) => screen.label));
});
