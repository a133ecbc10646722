import { t } from '@lingui/core/macro';
import { lazy, Suspense, useEffect } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { Navigate, Route, Routes, useLocation } from '@masomo/navigation';
import { PendingScreen, toaster } from '@masomo/design-system';
import { dashboardScreens } from './dashboardScreens.ts';

const OutboxNotice = lazy(async () => ({ default: (await import('./learning/attendance/OutboxNotice.tsx')).OutboxNotice }));
const ScoreNotice = lazy(async () => ({ default: (await import('./learning/grades/ScoreNotice.tsx')).ScoreNotice }));

/** Renders the screens below /dashboard; the shell draws the frame and guards the routes. */
export function App() {
  const [takesRegisters, marks] = [useIsAllowed('attendance:take'), useIsAllowed('grade:write')];
  return (
    <>
      {typeof indexedDB !== 'undefined' && (
        <Suspense fallback={null}>
          {takesRegisters && <OutboxNotice />}
          {marks && <ScoreNotice />}
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
