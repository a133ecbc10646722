import { Suspense, type ReactNode } from 'react';
import { Navigate, Route, Routes } from '@masomo/navigation';
import { PendingScreen } from '@masomo/design-system';
import { lazyScreen } from '@masomo/remote/lazyScreen';
import { useRendered } from '@masomo/remote/useRendered';
import { StorePage } from './StorePage.tsx';
import { findOrderPath, orderRoute, storePath } from './shared/storePaths.ts';
import { useHydrated } from './shared/useHydrated.ts';

const OrderPage = lazyScreen(async () => (await import('./orders/OrderPage.tsx')).OrderPage);
const FindOrderPage = lazyScreen(async () => (await import('./orders/FindOrderPage.tsx')).FindOrderPage);

const pending = <PendingScreen />;

/** The store: catalogue with cart and checkout, and the page that shows a buyer the status of an order. */
export function App() {
  return (
    <Suspense fallback={pending}>
      <StoreRoutes />
    </Suspense>
  );
}

/** A server render cannot wait for a lazy chunk, so it renders the same fallback as the first client render. */
function OnceHydrated({ children }: { children: ReactNode }) {
  return useHydrated() ? children : pending;
}

function StoreRoutes() {
  useRendered();
  return (
    <Routes>
      <Route path={storePath} element={<StorePage />} />
      <Route path={findOrderPath} element={<OnceHydrated children={<FindOrderPage />} />} />
      <Route path={orderRoute} element={<OnceHydrated children={<OrderPage />} />} />
      <Route path="*" element={<OnceHydrated children={<Navigate to="/" replace />} />} />
    </Routes>
  );
}
