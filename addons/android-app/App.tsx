import { Suspense, type ComponentType } from 'react';
import { PendingScreen } from '@masomo/design-system';
import { Navigate, Route, Routes } from '@masomo/navigation';
import { lazyScreen } from '@masomo/remote/lazyScreen';

const home = '/dashboard/addons/android-app';
const screens: Record<string, ComponentType> = {
  [home]: lazyScreen(async () => (await import('./screens/app/AppPage.tsx')).AppPage),
  [`${home}/start`]: lazyScreen(async () => (await import('./screens/start/StartPage.tsx')).StartPage),
  [`${home}/play-store`]: lazyScreen(async () => (await import('./screens/playStore/PlayStorePage.tsx')).PlayStorePage),
  [`${home}/settings`]: lazyScreen(async () => (await import('./screens/settings/SettingsPage.tsx')).SettingsPage),
};

export function App() {
  return (
    <Suspense fallback={<PendingScreen />}>
      <Routes>
        {Object.entries(screens).map(([path, Screen]) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
        <Route path="*" element={<Navigate to={home} replace />} />
      </Routes>
    </Suspense>
  );
}
