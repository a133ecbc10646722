import { useSession } from '@masomo/auth';
import { useQuery } from '@masomo/data';
import type { SchoolRole } from '@masomo/data/accounts/schoolRoles';
import { getSecondStepRoles, secondStepKeys } from '@masomo/data/accounts/secondStep';

/** Says whether people with a role need an authenticator app: by the school's rules, or because of what the role may do where that is enforced. */
export function useSecondStepRequired(): (role: Pick<SchoolRole, 'base' | 'needsSecondStep'>) => boolean {
  const { user } = useSession();
  const { data } = useQuery(user ? secondStepKeys.roles(user.id) : null, getSecondStepRoles);
  return ({ base, needsSecondStep }) => data !== undefined && (data.required.includes(base) || (needsSecondStep && data.fixed.length > 0));
}
