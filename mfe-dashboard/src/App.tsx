import { lazy, Suspense } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { Navigate, Route, Routes } from '@masomo/navigation';
import { PendingScreen } from '@masomo/design-system';
import { dashboardScreens } from './dashboardScreens.ts';

const UnsentNotice = lazy(async () => ({ default: (await import('./learning/attendance/offline/OutboxNotice.tsx')).OutboxNotice }));

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
          <Route path="*" element={<Navigate to="/dashboard" replace />} />
        </Routes>
      </Suspense>
    </>
  );
}
