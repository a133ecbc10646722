import { Suspense, type ComponentType } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { PendingScreen } from '@masomo/design-system';
import { Navigate, Route, Routes } from '@masomo/navigation';
import { lazyScreen } from '@masomo/remote/lazyScreen';
import { liveHome } from './screens/shared/liveHome.ts';

const screens: Record<string, ComponentType> = {
  '': lazyScreen(async () => (await import('./screens/coming/ComingPage.tsx')).ComingPage),
  '/held': lazyScreen(async () => (await import('./screens/held/HeldPage.tsx')).HeldPage),
  '/lessons': lazyScreen(async () => (await import('./screens/lessons/LessonsPage.tsx')).LessonsPage),
  '/accounts': lazyScreen(async () => (await import('./screens/accounts/AccountsPage.tsx')).AccountsPage),
  '/settings': lazyScreen(async () => (await import('./screens/settings/SettingsPage.tsx')).SettingsPage),
  '/calendar': lazyScreen(async () => (await import('./screens/family/CalendarPage.tsx')).CalendarPage),
  '/join': lazyScreen(async () => (await import('./screens/family/JoinPage.tsx')).JoinPage),
};

/** Also reached by the addresses of the two add-ons that it is sold as. */
export function App() {
  const isStaff = useIsAllowed('live-classes:teach');
  return (
    <Suspense fallback={<PendingScreen />}>
      <Routes>
        {Object.entries(screens).map(([path, Screen]) => (
          <Route key={path} path={liveHome + path} element={<Screen />} />
        ))}
        <Route path="*" element={<Navigate to={isStaff ? liveHome : `${liveHome}/calendar`} replace />} />
      </Routes>
    </Suspense>
  );
}
