import { unwrap, unwrapNullable, type Db } from '@masomo/data';
import { parseRole, roles, type Role } from '@masomo/domain/roles';

export const secondStepKeys = { roles: (userId: string) => ['second-step', userId] as const };

/** The roles that must sign in with an authenticator app: of the caller's school, or for a super admin the super admins; fixed: always. */
export type SecondStepRoles = { required: readonly Role[]; fixed: readonly Role[] };

export async function getSecondStepRoles(db: Db): Promise<SecondStepRoles> {
  const [required, fixed] = await Promise.all([
    db.rpc('second_step_roles', {}, { get: true }),
    db.rpc('fixed_second_step_roles', {}, { get: true }),
  ]);
  const among = (names: readonly string[]) => roles.filter((role) => names.includes(role));
  return { required: among(unwrap(required)), fixed: among(unwrap(fixed)) };
}

/** Says which roles must sign in with an authenticator app; resolves to them. */
export async function setSecondStepRoles(db: Db, required: readonly Role[]): Promise<readonly Role[]> {
  const { error, status } = await db.rpc('set_second_step_roles', { roles: [...required] });
  return unwrap({ data: required, error, status });
}

/** The role of a caller who gets in no further until an authenticator app is set up; null for everybody else. */
export async function getRoleToEnrol(db: Db): Promise<Role | null> {
  const role = unwrapNullable(await db.rpc('role_to_enrol', {}, { get: true }));
  return role === null ? null : parseRole(role);
}
