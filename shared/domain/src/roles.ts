import { translatable } from './translatable.ts';

/** Every role a signed-in user can have. `user` is the fallback when no other is known. */
export const roles = ['super_admin', 'admin', 'teacher', 'staff', 'parent', 'student', 'user'] as const;
export type Role = (typeof roles)[number];

/** A role an account can be given in the product; super admins are appointed in the database. */
export type AssignableRole = Exclude<Role, 'super_admin'>;
export const isAssignable = (role: Role): role is AssignableRole => role !== 'super_admin';
export const assignableRoles = roles.filter(isAssignable);

/** A role within a school. */
export type SchoolRole = Exclude<AssignableRole, 'user'>;
export const schoolRoles = assignableRoles.filter((role): role is SchoolRole => role !== 'user');

/** Reads a role from storage or a token; anything unknown is the fallback role. */
export function parseRole(value: unknown): Role {
  return roles.find((role) => role === value) ?? 'user';
}

/** Display name of a role. */
export const roleLabels: Record<Role, string> = {
  super_admin: translatable('Super Admin'),
  admin: translatable('Administrator'),
  teacher: translatable('Teacher'),
  staff: translatable('Staff member'),
  parent: translatable('Parent'),
  student: translatable('Student'),
  user: translatable('User'),
};
