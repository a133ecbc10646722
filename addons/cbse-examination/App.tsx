import { Suspense, type ComponentType } from 'react';
import { useIsAllowed } from '@masomo/auth';
import { PendingScreen } from '@masomo/design-system';
import { Navigate, Route, Routes } from '@masomo/navigation';
import { lazyScreen } from '@masomo/remote/lazyScreen';
import { cbseHome } from './screens/shared/cbseHome.ts';

const screens: Record<string, ComponentType> = {
  '': lazyScreen(async () => (await import('./screens/classes/ClassesPage.tsx')).ClassesPage),
  '/marks': lazyScreen(async () => (await import('./screens/marks/MarksPage.tsx')).MarksPage),
  '/areas': lazyScreen(async () => (await import('./screens/areas/AreasPage.tsx')).AreasPage),
  '/results': lazyScreen(async () => (await import('./screens/results/ResultsPage.tsx')).ResultsPage),
  '/settings': lazyScreen(async () => (await import('./screens/settings/SettingsPage.tsx')).SettingsPage),
  '/cards': lazyScreen(async () => (await import('./screens/family/CardsPage.tsx')).CardsPage),
};

export function App() {
  const isStaff = useIsAllowed('student:read');
  return (
    <Suspense fallback={<PendingScreen />}>
      <Routes>
        {Object.entries(screens).map(([path, Screen]) => (
          <Route key={path} path={cbseHome + path} element={<Screen />} />
        ))}
        <Route path="*" element={<Navigate to={isStaff ? cbseHome : `${cbseHome}/cards`} replace />} />
      </Routes>
    </Suspense>
  );
}
