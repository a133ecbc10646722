import { Suspense, type ComponentType } from 'react';
import { PendingScreen } from '@masomo/design-system';
import { Navigate, Route, Routes } from '@masomo/navigation';
import { lazyScreen } from '@masomo/remote/lazyScreen';
import { twoFactorHome } from './screens/shared/twoFactorHome.ts';

const screens: Record<string, ComponentType> = {
  '': lazyScreen(async () => (await import('./screens/policy/PolicyPage.tsx')).PolicyPage),
  '/people': lazyScreen(async () => (await import('./screens/people/PeoplePage.tsx')).PeoplePage),
  '/log': lazyScreen(async () => (await import('./screens/log/LogPage.tsx')).LogPage),
  '/settings': lazyScreen(async () => (await import('./screens/settings/SettingsPage.tsx')).SettingsPage),
};

export function App() {
  return (
    <Suspense fallback={<PendingScreen />}>
      <Routes>
        {Object.entries(screens).map(([path, Screen]) => (
          <Route key={path} path={twoFactorHome + path} element={<Screen />} />
        ))}
        <Route path="*" element={<Navigate to={twoFactorHome} replace />} />
      </Routes>
    </Suspense>
  );
}
