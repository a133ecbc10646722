import { may, type Permission } from '@masomo/domain/permissions';
import type { SessionUser } from './sessionStore.ts';

/** Whether a person has a permission, as the database says; while that is not known, whether their role has it by default. */
export function isAllowed({ role, permissions }: Pick<SessionUser, 'role' | 'permissions'>, to: Permission): boolean {
  return permissions ? permissions.includes(to) : may(role, to);
}
