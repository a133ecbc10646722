import { Fragment, type ReactNode } from 'react';
import { useLocation } from '@masomo/navigation';

/** A list starts again when its address asks for something else. */
export function RemountOnNavigate({ children }: { children: ReactNode }) {
  return <Fragment key={useLocation().key}>{children}</Fragment>;
}
