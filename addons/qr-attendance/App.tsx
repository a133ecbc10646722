import { lazyScreen } from '@masomo/remote/lazyScreen';
import { Suspense, type ComponentType } from 'react';
import { PendingScreen } from '@masomo/design-system';
import { Navigate, Route, Routes } from '@masomo/navigation';

const screens: Record<string, ComponentType> = {
  '/dashboard/addons/qr-attendance': lazyScreen(async () => (await import('./screens/gate/GatePage.tsx')).GatePage),
  '/dashboard/addons/qr-attendance/scan': lazyScreen(async () => (await import('./screens/gate/ScanPage.tsx')).ScanPage),
  '/dashboard/addons/qr-attendance/cards': lazyScreen(async () => (await import('./screens/cards/CardsPage.tsx')).CardsPage),
  '/dashboard/addons/qr-attendance/late': lazyScreen(async () => (await import('./screens/report/LatePage.tsx')).LatePage),
  '/dashboard/addons/qr-attendance/missing': lazyScreen(async () => (await import('./screens/report/MissingPage.tsx')).MissingPage),
  '/dashboard/addons/qr-attendance/codes': lazyScreen(async () => (await import('./screens/family/CodesPage.tsx')).CodesPage),
  '/dashboard/addons/qr-attendance/settings': lazyScreen(async () => (await import('./screens/settings/SettingsPage.tsx')).SettingsPage),
};

export function App() {
  return (
    <Suspense fallback={<PendingScreen />}>
      <Routes>
        {Object.entries(screens).map(([path, Screen]) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
        <Route path="*" element={<Navigate to="/dashboard/addons/qr-attendance" replace />} />
      </Routes>
    </Suspense>
  );
}
