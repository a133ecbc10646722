import type { Role } from './roles.ts';

/**
 * What each role may open and do, but with modules and add-ons, which declare their own. Screens (`access` in a remote's manifest), side menu, command menu and actions
 * (`<Allowed to>`) are decided here; `tableAccess.ts` and the database's policies decide about the data and must agree with it.
 */
export const permissions = {
  'platform:read': ['super_admin'],
  'user:read': ['super_admin'],
  'subscription:read': ['super_admin'],
  'staff:read': ['admin'],
  'class:read': ['admin', 'teacher'],
  // A super admin sees those of a school while they have its records open: see `whileOpened` of a screen.
  'student:read': ['admin', 'teacher', 'staff'],
  'records:open': ['super_admin'],
  'schedule:read': ['teacher'],
  'assignment:write': ['teacher'],
  'grade:write': ['teacher'],
  'record:write': ['staff'],
  'finance:read': ['admin'],
  'report:read': ['admin', 'teacher'],
  'announcement:write': ['admin', 'teacher', 'staff'],
  'store:manage': ['super_admin'],
  'store:buy': ['admin', 'teacher', 'staff', 'parent', 'student', 'user'],
  'order:set-status': ['super_admin'],
  'order:reopen': ['super_admin'],
  'order:read-timeline': ['super_admin'],
  'order:resend-mail': ['super_admin'],
  'order:add-note': ['super_admin'],
  'payment:confirm': ['super_admin'],
  'payment:reconcile': ['super_admin'],
  'payment:refund': ['super_admin'],
  'store-analytics:read': ['super_admin'],
  'addon:write': ['super_admin'],
  'price:write': ['super_admin'],
  'page:write': ['super_admin'],
  'media:write': ['super_admin'],
  'content:write': ['super_admin'],
  'settings:write': ['super_admin'],
  'school:write': ['super_admin'],
  'school:edit-own': ['admin'],
  'student:write': ['admin', 'staff'],
  'document:share': ['admin', 'teacher', 'staff'],
  'document:manage': ['admin', 'staff'],
  'announcement:manage': ['admin'],
  'own-students:read': ['parent', 'student'],
  'assignment:submit': ['student'],
  'register:oversee': ['admin', 'staff'],
  'attendance:take': ['admin', 'teacher', 'staff'],
  // At a counter, with an add-on; a school may leave it to administrators.
  'fee:take': ['admin', 'staff'],
  'school:run': ['admin'],
  'user:invite': ['super_admin'],
  'user:set-role': ['super_admin'],
  // An administrator does so on the add-on's screen, at their own school.
  'user:reset-authenticator': ['super_admin'],
  'ticket:answer': ['super_admin'],
  'profile:edit': ['admin', 'teacher', 'staff', 'parent', 'student', 'user'],
  // What the database alone asks for.
  'school:work': ['admin', 'teacher', 'staff'],
  'class:read-all': ['super_admin', 'admin', 'staff'],
  'class:write': ['admin'],
  'class:teach': ['admin', 'teacher'],
  'term:write': ['admin'],
  'student:read-all': ['super_admin', 'admin', 'staff'],
  'record:read-all': ['super_admin', 'admin', 'staff'],
  'record:write-all': ['admin', 'staff'],
  'custody:read': ['admin', 'staff'],
  'custody:write': ['admin'],
  'consent:manage': ['admin', 'staff'],
  'protection:read': ['super_admin', 'admin'],
  'protection:manage': ['admin'],
  'staff:read-all': ['super_admin', 'admin'],
  'staff:write': ['admin'],
  'attendance:read-all': ['super_admin', 'admin', 'staff'],
  'attendance:take-all': ['admin', 'staff'],
  'register:read-all': ['super_admin', 'admin', 'staff'],
  'assignment:read-all': ['super_admin', 'admin'],
  'result:read-all': ['super_admin', 'admin'],
  'fee:read': ['super_admin', 'admin'],
  'fee:write': ['admin'],
  'fee:charge': ['admin'],
  'fee:refund': ['admin'],
  'fee-payment:record': ['admin'],
  'fee-account:read-all': ['super_admin', 'admin'],
  'fee-receipt:read-all': ['admin'],
  'announcement:read-all': ['super_admin', 'admin'],
  'announcement:write-all': ['admin', 'staff'],
  'document:read-all': ['super_admin', 'admin', 'staff'],
  'conversation:read-all': ['admin'],
  'account:manage': ['admin'],
  'role:manage': ['admin'],
  'audit:read': ['admin'],
  'school:export': ['admin'],
  'plan:read': ['super_admin', 'admin'],
  'plan:manage': ['admin'],
  'order:read-all': ['super_admin'],
  'subscription:write': ['super_admin'],
  'mail:retry': ['super_admin'],
  'job:manage': ['super_admin'],
} as const satisfies Record<string, readonly Role[]>;

export type CorePermission = keyof typeof permissions;

/** Names of the permissions that modules and add-ons declare: each adds its own where it declares them (`module.ts`). */
export interface ModulePermissions {}

/** What `module.ts` adds to `ModulePermissions`. */
export type PermissionsOf<Declaration extends { permissions: object }> = Record<keyof Declaration['permissions'], true>;

export type Permission = CorePermission | keyof ModulePermissions;

/** The roles a permission is given to. */
export function rolesWith(permission: CorePermission): readonly Role[] {
  return permissions[permission];
}

/**
 * Whether a role has a permission. False for a permission that is not in this list, because a remote may have been
 * released with a newer one than the shell.
 */
export function may(role: Role, permission: Permission): boolean {
  const roles: Partial<Record<string, readonly Role[]>> = permissions;
  return roles[permission]?.includes(role) ?? false;
}
