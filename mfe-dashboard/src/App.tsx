import { t } from '@lingui/core/macro';
import { lazy, Suspense, useEffect } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { Navigate, Route, Routes, useLocation } from '@masomo/navigation';
import { PendingScreen, toaster } from '@masomo/design-system';
import { dashboardScreens } from './dashboardScreens.ts';

const UnsentNotice = lazy(async () => ({ default: (await import('./learning/attendance/OutboxNotice.tsx')).OutboxNotice }));

/** Renders the screens below /dashboard; the shell draws the frame and guards the routes. */
export function App() {
  const marks = useIsAllowed('attendance:take') && typeof indexedDB !== 'undefined';
  return (
    <>
      {marks && (
        <Suspense fallback={null}>
          <UnsentNotice />
        </Suspense>
      )}
      <Suspense fallback={<PendingScreen />}>
        <Routes>
          {Object.entries(dashboardScreens).map(([path, Screen]) => (
            <Route key={path} path={path} element={<Screen />} />
          ))}
          <Route path="*" element={<UnknownAddress />} />
        </Routes>
      </Suspense>
    </>
  );
}

/** Says once that the address leads nowhere, and shows the home screen. */
function UnknownAddress() {
  const { pathname } = useLocation();
  useEffect(() => {
    toaster.warning({ title: t`This page does not exist`, description: t`There is no page at ${pathname}. This is your dashboard.` });
  }, [pathname]);
  return <Navigate to="/dashboard" replace />;
}
