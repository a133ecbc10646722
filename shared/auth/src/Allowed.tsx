import type { ReactNode } from 'react';
import type { Permission } from '@masomo/domain/permissions';
import { isAllowed } from './isAllowed.ts';
import { useSession } from './useSession.ts';

/**
 * Renders its children only for a user who has the permission `to`, else `otherwise`. It is meant for actions; whole
 * screens are guarded by their manifest. It hides only what the database would refuse anyway.
 */
export function Allowed({ to, otherwise = null, children }: { to: Permission; otherwise?: ReactNode; children: ReactNode }) {
  return useIsAllowed(to) ? children : otherwise;
}

/** Whether the signed-in user has a permission; false when signed out. */
export function useIsAllowed(to: Permission): boolean {
  const { user } = useSession();
  return user !== null && isAllowed(user, to);
}
