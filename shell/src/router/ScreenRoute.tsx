import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import { afterFirstScreen } from '@masomo/domain/afterFirstScreen';
import { loadWhenOnline } from '@masomo/domain/loadWhenOnline';
import { useSession } from '@masomo/auth';
import { findScreen, type Screen } from '@masomo/contracts/findScreen';
import { PendingScreen } from '@masomo/design-system';
import { loadTexts } from '@masomo/i18n';
import { frameTexts } from '@masomo/i18n/frameTexts';
import { skipUnsavedCheck, useLocation, useNavigate } from '@masomo/navigation';
import { loadLoginPage } from '../login/loadLoginPage.ts';
import { PublicLayout } from '../layouts/PublicLayout.tsx';
import { RemoteOutlet } from '../remotes/RemoteOutlet.tsx';
import { useRegistry } from '../registry/registryStore.ts';
import { loginPathFor } from './loginPath.ts';
import { isClosedWhileUnread } from './unreadRole.ts';
import { useScreenTitle } from './useScreenTitle.ts';

const DashboardLayout = lazy(async () => {
  const [{ DashboardLayout: Layout }] = await loadWhenOnline(() =>
    Promise.all([import('../layouts/DashboardLayout.tsx'), loadTexts(frameTexts)]),
  );
  return { default: Layout };
});

const WaitingForRole = lazy(async () => ({ default: (await loadWhenOnline(() => import('./WaitingForRole.tsx'))).WaitingForRole }));

const inDashboard = (content: ReactNode) => (
  <Suspense fallback={<PendingScreen />}>
    <DashboardLayout>{content}</DashboardLayout>
  </Suspense>
);

/** The screen of an address: its remote in the layout its manifest names. */
export function ScreenRoute() {
  const { pathname } = useLocation();
  const registry = useRegistry();
  const screen = findScreen(registry, pathname);
  useScreenTitle(screen, pathname);

  if (!screen) return null;
  const { name } = screen.remote.manifest;
  const outlet = <RemoteOutlet key={name} name={name} />;
  const { access } = screen.route;
  return access === 'anyone' ? inLayout(screen, outlet) : <WhileSignedIn screen={screen}>{inLayout(screen, outlet)}</WhileSignedIn>;
}

function inLayout({ route }: Screen, outlet: ReactNode): ReactNode {
  switch (route.layout) {
    case 'public':
      return <PublicLayout>{outlet}</PublicLayout>;
    case 'dashboard':
      return inDashboard(outlet);
    case 'own':
      return outlet;
  }
}

/** Waits for the role of the session and leaves the screen when the session ends. A component of its own: public screens do not render again while the session is read. */
function WhileSignedIn({ screen, children }: { screen: Screen; children: ReactNode }) {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const session = useSession();
  const isOut = session.status === 'signed-out' || session.status === 'second-factor';
  // After signing out comes the home page; after an expired session, signing in leads back here.
  const exit = session.status === 'signed-out' && !session.hasExpired ? '/' : loginPathFor(pathname + search + hash);
  useEffect(() => {
    const whenIdle = globalThis.requestIdleCallback ?? setTimeout;
    // The end of a session shows the sign-in page in every tab at once: its code is there by then, or is loaded then.
    return afterFirstScreen(() => whenIdle(() => void loadLoginPage().catch(() => undefined)));
  }, []);
  useEffect(() => {
    if (isOut) void navigate(exit, { replace: true, state: skipUnsavedCheck });
  }, [isOut, exit, navigate]);
  const isWaiting = session.status === 'signed-in' && isClosedWhileUnread(screen.route, session.user);
  const hasWaited = useRef(false);
  useEffect(() => {
    // The guard decides again, now that it knows the role.
    if (hasWaited.current && !isWaiting && !isOut) void navigate(pathname + search + hash, { replace: true, state: skipUnsavedCheck });
    hasWaited.current = isWaiting;
  }, [isWaiting, isOut, pathname, search, hash, navigate]);
  if (isWaiting) return inDashboard(<WaitingForRole isProfile={screen.route.path === '/dashboard/profile'} />);
  return isOut ? null : children;
}
