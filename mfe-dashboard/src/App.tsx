import { Suspense } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { Route, Routes, useLocation } from '@masomo/navigation';
import { Redirected } from '@masomo/remote/Redirected';
import { lazyScreen } from '@masomo/remote/lazyScreen';
import { useAfterFirstScreen } from '@masomo/remote/useAfterFirstScreen';
import { PendingScreen } from '@masomo/design-system';
import { dashboardScreens } from './dashboardScreens.ts';

// Without a connection they wait for one, instead of failing the screen.
const OutboxNotice = lazyScreen(async () => (await import('./learning/attendance/OutboxNotice.tsx')).OutboxNotice);
const ScoreNotice = lazyScreen(async () => (await import('./learning/grades/ScoreNotice.tsx')).ScoreNotice);

/** Renders the screens below /dashboard; the shell draws the frame and guards the routes. */
export function App() {
  const [takesRegisters, marks] = [useIsAllowed('attendance:take'), useIsAllowed('grade:write')];
  const { pathname } = useLocation();
  const isSending = useAfterFirstScreen();
  // Where one writes, what is written is sent at once.
  const isSendingFrom = (path: string) => isSending || pathname === path;
  return (
    <>
      {typeof indexedDB !== 'undefined' && (
        <Suspense fallback={null}>
          {takesRegisters && isSendingFrom('/dashboard/attendance') && <OutboxNotice />}
          {marks && isSendingFrom('/dashboard/grades') && <ScoreNotice />}
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
