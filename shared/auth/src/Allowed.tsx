import type { ReactNode } from 'react';
import { mayDo, type Permission } from '@masomo/domain/permissions';
import { useSession } from './useSession.ts';

/** Draws its children only for those who may do this. The database decides again. */
export function Allowed({ to, children, otherwise = null }: { to: Permission; children: ReactNode; otherwise?: ReactNode }) {
  const { user } = useSession();
  return <>{user && mayDo(to, user.role) ? children : otherwise}</>;
}
