import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from '@masomo/navigation';
import { Center, Spinner } from '@masomo/design-system';
import { StorePage } from './StorePage.tsx';
import { orderRoute, storePath } from './shared/storePaths.ts';

const OrderPage = lazy(async () => ({ default: (await import('./orders/OrderPage.tsx')).OrderPage }));

/** The store: catalogue with cart and checkout, and the page that tells a buyer how an order stands. */
export function App() {
  return (
    <Suspense fallback={<Center py="24"><Spinner aria-label="Loading" /></Center>}>
      <Routes>
        <Route path={storePath} element={<StorePage />} />
        <Route path={orderRoute} element={<OrderPage />} />
        <Route path="*" element={<Navigate to="/" replace />} />
      </Routes>
    </Suspense>
  );
}
