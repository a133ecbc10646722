import { Suspense, type ComponentType } from 'react';
import { PendingScreen } from '@masomo/design-system';
import { Navigate, Route, Routes } from '@masomo/navigation';
import { lazyScreen } from '@masomo/remote/lazyScreen';
import { thermalPrintHome } from './screens/shared/thermalPrintHome.ts';

const screens: Record<string, ComponentType> = {
  '': lazyScreen(async () => (await import('./screens/settings/SettingsPage.tsx')).SettingsPage),
  '/prints': lazyScreen(async () => (await import('./screens/settings/PrintsPage.tsx')).PrintsPage),
};

export function App() {
  return (
    <Suspense fallback={<PendingScreen />}>
      <Routes>
        {Object.entries(screens).map(([path, Screen]) => (
          <Route key={path} path={thermalPrintHome + path} element={<Screen />} />
        ))}
        <Route path="*" element={<Navigate to={thermalPrintHome} replace />} />
      </Routes>
    </Suspense>
  );
}
