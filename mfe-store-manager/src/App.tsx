import { lazy, Suspense } from 'react';
import { useSession } from '@masomo/auth';
import { Navigate, Route, Routes } from '@masomo/navigation';
import { Center, Spinner } from '@masomo/design-system';
import { StoreManagerLayout } from './layout/StoreManagerLayout.tsx';

const AddonsPage = lazy(async () => ({ default: (await import('./addons/AddonsPage.tsx')).AddonsPage }));
const AnalyticsPage = lazy(async () => ({ default: (await import('./analytics/AnalyticsPage.tsx')).AnalyticsPage }));
const DashboardPage = lazy(async () => ({ default: (await import('./dashboard/DashboardPage.tsx')).DashboardPage }));
const LicencesPage = lazy(async () => ({ default: (await import('./licences/LicencesPage.tsx')).LicencesPage }));
const OrdersPage = lazy(async () => ({ default: (await import('./orders/OrdersPage.tsx')).OrdersPage }));
const PaymentsPage = lazy(async () => ({ default: (await import('./orders/payments/PaymentsPage.tsx')).PaymentsPage }));
const SettingsPage = lazy(async () => ({ default: (await import('./settings/SettingsPage.tsx')).SettingsPage }));

/** The store manager: every screen below /dashboard/store, in its own layout. */
export function App() {
  const { user } = useSession();
  const mayManage = user?.role === 'super_admin';
  return (
    <StoreManagerLayout>
      <Suspense
        fallback={
          <Center py="24">
            <Spinner aria-label="Loading" />
          </Center>
        }
      >
        <Routes>
          <Route path="/dashboard/store" element={<DashboardPage />} />
          <Route path="/dashboard/store/orders" element={<OrdersPage />} />
          {!mayManage && <Route path="/dashboard/store/licences" element={<LicencesPage />} />}
          {mayManage && <Route path="/dashboard/store/addons" element={<AddonsPage />} />}
          {mayManage && <Route path="/dashboard/store/addons/new" element={<AddonsPage />} />}
          {mayManage && <Route path="/dashboard/store/payments" element={<PaymentsPage />} />}
          {mayManage && <Route path="/dashboard/store/analytics" element={<AnalyticsPage />} />}
          {mayManage && <Route path="/dashboard/store/settings" element={<SettingsPage />} />}
          <Route path="*" element={<Navigate to="/dashboard/store" replace />} />
        </Routes>
      </Suspense>
    </StoreManagerLayout>
  );
}
