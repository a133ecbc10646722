import { Suspense, type ComponentType } from 'react';
import { PendingScreen } from '@masomo/design-system';
import { Navigate, Route, Routes } from '@masomo/navigation';
import { lazyScreen } from '@masomo/remote/lazyScreen';
import { quickFeesHome } from './screens/shared/quickFeesHome.ts';

const screens: Record<string, ComponentType> = {
  '': lazyScreen(async () => (await import('./screens/window/WindowPage.tsx')).WindowPage),
  '/receipts': lazyScreen(async () => (await import('./screens/receipts/ReceiptsPage.tsx')).ReceiptsPage),
  '/receipts/:id': lazyScreen(async () => (await import('./screens/receipts/ReceiptPage.tsx')).ReceiptPage),
  '/settings': lazyScreen(async () => (await import('./screens/settings/SettingsPage.tsx')).SettingsPage),
};

export function App() {
  return (
    <Suspense fallback={<PendingScreen />}>
      <Routes>
        {Object.entries(screens).map(([path, Screen]) => (
          <Route key={path} path={quickFeesHome + path} element={<Screen />} />
        ))}
        <Route path="*" element={<Navigate to={quickFeesHome} replace />} />
      </Routes>
    </Suspense>
  );
}
