import { lazy, Suspense } from 'react';
import { loadWhenOnline } from '@masomo/domain/loadWhenOnline';
import { PendingScreen } from '@masomo/design-system';
import type { RouteObject } from '@masomo/navigation';
import { loadLoginPage } from '../login/loadLoginPage.ts';
import { guardScreen, skipLoginWhenSignedIn } from './guard.ts';
import { Frame } from './Frame.tsx';
import { screenRouteId } from './routeIds.ts';
import { FrameErrorPage } from './FrameErrorPage.tsx';
import { ScreenRoute } from './ScreenRoute.tsx';

const LoginPage = lazy(async () => ({ default: (await loadWhenOnline(loadLoginPage)).LoginPage }));
const RecoverPage = lazy(async () => ({ default: (await loadWhenOnline(() => import('../login/RecoverPage.tsx'))).RecoverPage }));
const ConfirmPage = lazy(async () => ({ default: (await loadWhenOnline(() => import('../login/ConfirmPage.tsx'))).ConfirmPage }));
const NewPasswordPage = lazy(async () => ({
  default: (await loadWhenOnline(() => import('../login/NewPasswordPage.tsx'))).NewPasswordPage,
}));

const page = (element: React.ReactNode) => <Suspense fallback={<PendingScreen />}>{element}</Suspense>;

/** The shell's own routes, and one route for all addresses of the remotes. */
export const routes: RouteObject[] = [
  {
    element: <Frame />,
    errorElement: <FrameErrorPage />,
    hydrateFallbackElement: <PendingScreen />,
    children: [
      { path: '/login', loader: skipLoginWhenSignedIn, element: page(<LoginPage />) },
      { path: '/login/recover', element: page(<RecoverPage />) },
      { path: '/login/confirm', element: page(<ConfirmPage />) },
      { path: '/login/new-password', element: page(<NewPasswordPage />) },
      { id: screenRouteId, path: '*', loader: guardScreen, element: <ScreenRoute /> },
    ],
  },
];
