import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from '@masomo/navigation';
import { Center, Spinner } from '@masomo/design-system';

const HomePage = lazy(async () => ({ default: (await import('./home/HomePage.tsx')).HomePage }));
const ProfilePage = lazy(async () => ({ default: (await import('./profile/ProfilePage.tsx')).ProfilePage }));

/** The staff dashboard: every screen below /dashboard that is not another remote's. The shell draws the frame and guards the routes. */
export function App() {
  return (
    <Suspense fallback={<Center py="24"><Spinner aria-label="Loading" /></Center>}>
      <Routes>
        <Route path="/dashboard" element={<HomePage />} />
        <Route path="/dashboard/profile" element={<ProfilePage />} />
        <Route path="*" element={<Navigate to="/dashboard" replace />} />
      </Routes>
    </Suspense>
  );
}
