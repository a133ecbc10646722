import type { Role } from './roles.ts';

/**
 * What a role may do, beyond opening screens (`screens.ts`). It decides what is drawn; `tableAccess.ts` and the
 * database's policies decide what is given, and agree with it.
 */
export const permissions = {
  'order:read': ['super_admin', 'admin'],
  'order:set-status': ['super_admin'],
  'order:confirm-payment': ['super_admin'],
  'order:reopen': ['super_admin'],
  'order:export': ['super_admin'],
  'addon:write': ['super_admin'],
  'price:write': ['super_admin'],
  'page:write': ['super_admin'],
  'page:publish': ['super_admin'],
  'media:write': ['super_admin'],
  'content:write': ['super_admin'],
  'settings:write': ['super_admin'],
  'school:write': ['super_admin'],
  'school:edit-own': ['admin'],
  'student:write': ['admin', 'staff'],
  'document:share': ['admin', 'teacher', 'staff'],
  'attendance:take': ['admin', 'teacher', 'staff'],
  'school:run': ['admin'],
  'user:invite': ['super_admin'],
  'user:set-role': ['super_admin'],
  'ticket:answer': ['super_admin'],
  'profile:edit': ['admin', 'teacher', 'staff', 'parent', 'student', 'user'],
  'demonstration-data:remove': ['super_admin'],
  'release:override': ['super_admin'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** May this role do this? */
export function may(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}
