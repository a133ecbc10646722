import { lazy, Suspense } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { Route, Routes } from '@masomo/navigation';
import { Redirected } from '@masomo/remote/Redirected';
import { PendingScreen } from '@masomo/design-system';
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
          <Route path="*" element={<Redirected to="/dashboard" />} />
        </Routes>
      </Suspense>
    </>
  );
}
