import { Suspense, type ComponentType } from 'react';
import { PendingScreen } from '@masomo/design-system';
import { Navigate, Route, Routes } from '@masomo/navigation';
import { lazyScreen } from '@masomo/remote/lazyScreen';
import { branchHome } from './screens/shared/branchHome.ts';

const screens: Record<string, ComponentType> = {
  '': lazyScreen(async () => (await import('./screens/branches/BranchesPage.tsx')).BranchesPage),
  '/report': lazyScreen(async () => (await import('./screens/report/ReportPage.tsx')).ReportPage),
  '/desk': lazyScreen(async () => (await import('./screens/desk/DeskPage.tsx')).DeskPage),
  '/between': lazyScreen(async () => (await import('./screens/between/BetweenPage.tsx')).BetweenPage),
  '/moves': lazyScreen(async () => (await import('./screens/moves/MovesPage.tsx')).MovesPage),
  '/settings': lazyScreen(async () => (await import('./screens/settings/SettingsPage.tsx')).SettingsPage),
};

export function App() {
  return (
    <Suspense fallback={<PendingScreen />}>
      <Routes>
        {Object.entries(screens).map(([path, Screen]) => (
          <Route key={path} path={branchHome + path} element={<Screen />} />
        ))}
        <Route path="*" element={<Navigate to={branchHome} replace />} />
      </Routes>
    </Suspense>
  );
}
