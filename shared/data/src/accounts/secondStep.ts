import { unwrap, type Db } from '@masomo/data';
import { roles, type Role } from '@masomo/domain/roles';

export const secondStepKeys = { roles: (userId: string) => ['second-step', userId] as const };

/** The roles that must sign in with an authenticator app: of the caller's school, or for a super admin the super admins. */
export async function listSecondStepRoles(db: Db): Promise<Role[]> {
  const required: readonly string[] = unwrap(await db.rpc('second_step_roles', {}, { get: true }));
  return roles.filter((role) => required.includes(role));
}

/** Says which roles must sign in with an authenticator app; resolves to them. */
export async function setSecondStepRoles(db: Db, required: readonly Role[]): Promise<readonly Role[]> {
  const { error, status } = await db.rpc('set_second_step_roles', { roles: [...required] });
  return unwrap({ data: required, error, status });
}

/** Whether the caller gets in no further until an authenticator app is set up. */
export async function hasToEnrol(db: Db): Promise<boolean> {
  return unwrap(await db.rpc('must_enrol', {}, { get: true }));
}
