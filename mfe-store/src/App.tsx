import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from '@masomo/navigation';
import { Center, Spinner } from '@masomo/design-system';
import { StorePage } from './StorePage.tsx';
import { findOrderPath, orderRoute, storePath } from './shared/storePaths.ts';
import { useHydrated } from './shared/useHydrated.ts';

const OrderPage = lazy(async () => ({ default: (await import('./orders/OrderPage.tsx')).OrderPage }));

const FindOrderPage = lazy(async () => ({ default: (await import('./orders/FindOrderPage.tsx')).FindOrderPage }));

const loading = (
  <Center py="24">
    <Spinner aria-label="Loading" />
  </Center>
);

/** The store: catalogue with cart and checkout, and the page that shows a buyer the status of an order. */
export function App() {
  // A server render cannot wait for a lazy chunk, so it renders the same fallback as the first client render.
  const isHydrated = useHydrated();
  return (
    <Suspense fallback={loading}>
      <Routes>
        <Route path={storePath} element={<StorePage />} />
        <Route path={findOrderPath} element={isHydrated ? <FindOrderPage /> : loading} />
        <Route path={orderRoute} element={isHydrated ? <OrderPage /> : loading} />
        <Route path="*" element={isHydrated ? <Navigate to="/" replace /> : loading} />
      </Routes>
    </Suspense>
  );
}
