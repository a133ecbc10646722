import { lazyScreen } from '@masomo/remote/lazyScreen';
import { Suspense, type ComponentType } from 'react';
import { PendingScreen } from '@masomo/design-system';
import { Navigate, Route, Routes } from '@masomo/navigation';

const screens: Record<string, ComponentType> = {
  '/dashboard/addons/biometrics': lazyScreen(async () => (await import('./screens/readers/ReadersPage.tsx')).ReadersPage),
  '/dashboard/addons/biometrics/numbers': lazyScreen(async () => (await import('./screens/numbers/NumbersPage.tsx')).NumbersPage),
  '/dashboard/addons/biometrics/waiting': lazyScreen(async () => (await import('./screens/waiting/WaitingPage.tsx')).WaitingPage),
  '/dashboard/addons/biometrics/compound': lazyScreen(async () => (await import('./screens/compound/CompoundPage.tsx')).CompoundPage),
  '/dashboard/addons/biometrics/settings': lazyScreen(async () => (await import('./screens/settings/SettingsPage.tsx')).SettingsPage),
};

export function App() {
  return (
    <Suspense fallback={<PendingScreen />}>
      <Routes>
        {Object.entries(screens).map(([path, Screen]) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
        <Route path="*" element={<Navigate to="/dashboard/addons/biometrics" replace />} />
      </Routes>
    </Suspense>
  );
}
