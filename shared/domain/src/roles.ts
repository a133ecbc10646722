/** Every role a signed-in person can have. `user` is the fallback when no other is known. */
export const roles = ['super_admin', 'admin', 'teacher', 'staff', 'parent', 'student', 'user'] as const;
export type Role = (typeof roles)[number];

/** Reads a role from storage or a token; anything unknown is the fallback role. */
export function parseRole(value: unknown): Role {
  return roles.find((role) => role === value) ?? 'user';
}

/** A role's name as people read it. */
export const roleLabels: Record<Role, string> = {
  super_admin: 'Super Admin',
  admin: 'Administrator',
  teacher: 'Teacher',
  staff: 'Staff',
  parent: 'Parent',
  student: 'Student',
  user: 'User',
};
