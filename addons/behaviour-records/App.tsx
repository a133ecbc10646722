import { Suspense, type ComponentType } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { PendingScreen } from '@masomo/design-system';
import { Navigate, Route, Routes } from '@masomo/navigation';
import { lazyScreen } from '@masomo/remote/lazyScreen';
import { behaviourHome } from './screens/shared/behaviourHome.ts';

const screens: Record<string, ComponentType> = {
  '': lazyScreen(async () => (await import('./screens/entries/EntriesPage.tsx')).EntriesPage),
  '/follow-ups': lazyScreen(async () => (await import('./screens/followUps/FollowUpsPage.tsx')).FollowUpsPage),
  '/report': lazyScreen(async () => (await import('./screens/report/ReportPage.tsx')).ReportPage),
  '/settings': lazyScreen(async () => (await import('./screens/settings/SettingsPage.tsx')).SettingsPage),
  '/shared': lazyScreen(async () => (await import('./screens/family/SharedPage.tsx')).SharedPage),
};

export function App() {
  const isStaff = useIsAllowed('behaviour:record');
  return (
    <Suspense fallback={<PendingScreen />}>
      <Routes>
        {Object.entries(screens).map(([path, Screen]) => (
          <Route key={path} path={behaviourHome + path} element={<Screen />} />
        ))}
        <Route path="*" element={<Navigate to={isStaff ? behaviourHome : `${behaviourHome}/shared`} replace />} />
      </Routes>
    </Suspense>
  );
}
