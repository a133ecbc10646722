import { useQuery, type QueryResult } from '@masomo/data';
import { getIdentity, identityKeys, type Identity } from '@masomo/data/accounts/identity';
import { useSession } from './useSession.ts';

/**
 * The signed-in person's names and school: as read when the session was opened, and read again after an account was changed.
 * Null when the account has no profile; a guest reads nothing.
 */
export function useIdentity(): QueryResult<Identity | null> {
  const { user } = useSession();
  return useQuery(user ? identityKeys.current(user.id) : null, getIdentity, { revalidateIfStale: false });
}
