import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from '@masomo/navigation';
import { Center, Spinner } from '@masomo/design-system';
import { StoreManagerLayout } from './layout/StoreManagerLayout.tsx';

const DashboardPage = lazy(async () => ({ default: (await import('./dashboard/DashboardPage.tsx')).DashboardPage }));
const OrdersPage = lazy(async () => ({ default: (await import('./orders/OrdersPage.tsx')).OrdersPage }));

/** The store manager: every screen below /dashboard/store, in its own layout. */
export function App() {
  return (
    <StoreManagerLayout>
      <Suspense fallback={<Center py="24"><Spinner aria-label="Loading" /></Center>}>
        <Routes>
          <Route path="/dashboard/store" element={<DashboardPage />} />
          <Route path="/dashboard/store/orders" element={<OrdersPage />} />
          <Route path="*" element={<Navigate to="/dashboard/store" replace />} />
        </Routes>
      </Suspense>
    </StoreManagerLayout>
  );
}
