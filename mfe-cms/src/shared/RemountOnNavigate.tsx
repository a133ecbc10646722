import { Fragment, type ReactNode } from 'react';
import { useLocation } from '@masomo/navigation';

/** Remounts its children on every navigation, so that a list starts from the parameters of its new address. */
export function RemountOnNavigate({ children }: { children: ReactNode }) {
  return <Fragment key={useLocation().key}>{children}</Fragment>;
}
