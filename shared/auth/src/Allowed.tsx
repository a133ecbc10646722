import type { ReactNode } from 'react';
import { may, type Permission } from '@masomo/domain/permissions';
import { useSession } from './useSession.ts';

/** Draws its children only for a person who may do `to`. The database refuses the others anyway. */
export function Allowed({ to, otherwise = null, children }: { to: Permission; otherwise?: ReactNode; children: ReactNode }) {
  return useIsAllowed(to) ? children : otherwise;
}

/** May the current visitor do this? */
export function useIsAllowed(to: Permission): boolean {
  const { user } = useSession();
  return user !== null && may(user.role, to);
}
