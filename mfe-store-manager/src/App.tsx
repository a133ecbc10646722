import { Suspense, type ReactNode } from 'react';
import { Allowed } from '@masomo/auth';
import { lazyScreen } from '@masomo/remote/lazyScreen';
import { Route, Routes } from '@masomo/navigation';
import { Redirected } from '@masomo/remote/Redirected';
import { PendingScreen } from '@masomo/design-system';
import type { Permission } from '@masomo/domain/permissions';

const AddonsPage = lazyScreen(async () => (await import('./addons/AddonsPage.tsx')).AddonsPage);
const AnalyticsPage = lazyScreen(async () => (await import('./analytics/AnalyticsPage.tsx')).AnalyticsPage);
const DashboardPage = lazyScreen(async () => (await import('./dashboard/DashboardPage.tsx')).DashboardPage);
const LicencesPage = lazyScreen(async () => (await import('./licences/LicencesPage.tsx')).LicencesPage);
const ModulesPage = lazyScreen(async () => (await import('./modules/ModulesPage.tsx')).ModulesPage);
const OrdersPage = lazyScreen(async () => (await import('./orders/OrdersPage.tsx')).OrdersPage);
const PaymentsPage = lazyScreen(async () => (await import('./orders/payments/PaymentsPage.tsx')).PaymentsPage);
const SettingsPage = lazyScreen(async () => (await import('./settings/SettingsPage.tsx')).SettingsPage);

const home = '/dashboard/store';

const guard = (permission: Permission, screen: ReactNode) => (
  <Allowed to={permission} otherwise={<Redirected to={home} isForbidden />}>
    {screen}
  </Allowed>
);

/** The store manager: every screen below /dashboard/store; the shell draws the frame and guards the routes. */
export function App() {
  return (
    <Suspense fallback={<PendingScreen />}>
      <Routes>
        <Route path="/dashboard/store" element={<DashboardPage />} />
        <Route path="/dashboard/store/orders" element={<OrdersPage />} />
        <Route path="/dashboard/store/licences" element={guard('store:buy', <LicencesPage />)} />
        <Route path="/dashboard/store/addons" element={guard('addon:write', <AddonsPage />)} />
        <Route path="/dashboard/store/addons/new" element={guard('addon:write', <AddonsPage />)} />
        <Route path="/dashboard/store/modules" element={guard('addon:write', <ModulesPage />)} />
        <Route path="/dashboard/store/payments" element={guard('payment:reconcile', <PaymentsPage />)} />
        <Route path="/dashboard/store/analytics" element={guard('store-analytics:read', <AnalyticsPage />)} />
        <Route path="/dashboard/store/settings" element={guard('settings:write', <SettingsPage />)} />
        <Route path="*" element={<Redirected to={home} />} />
      </Routes>
    </Suspense>
  );
}
