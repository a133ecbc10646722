import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { toaster } from '@masomo/design-system';
import { Navigate, useLocation } from '@masomo/navigation';

type RedirectedProps = {
  /** The screen that opens instead. */
  to: string;
  /** Whether there is a screen, but not for the person. */
  isForbidden?: boolean;
};

/** Opens another screen than the one that was asked for, and says once why. */
export function Redirected({ to, isForbidden = false }: RedirectedProps) {
  const { pathname: current } = useLocation();
  const [pathname] = useState(current);
  useEffect(() => {
    toaster.warning(
      isForbidden
        ? { title: t`Your role has no access to this page`, description: t`Ask an administrator if you need ${pathname}.` }
        : { title: t`This page does not exist`, description: t`There is no page at ${pathname}.` },
    );
  }, [pathname, isForbidden]);
  return <Navigate to={to} replace />;
}
