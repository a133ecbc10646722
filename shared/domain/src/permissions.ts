import type { Role } from './roles.ts';

/** What can be done, by name, and the roles that may. Drawing follows it; the database's policies enforce the same. */
export const permissions = {
  'order:manage': ['super_admin'],
  'addon:manage': ['super_admin'],
  'page:manage': ['super_admin'],
  'media:manage': ['super_admin'],
  'price:manage': ['super_admin'],
  'settings:manage': ['super_admin'],
  'school:manage': ['super_admin'],
  'user:manage': ['super_admin'],
  'ticket:manage': ['super_admin'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** May this role do this? */
export function mayDo(permission: Permission, role: Role): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}
