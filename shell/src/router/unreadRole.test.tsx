// @vitest-environment jsdom
import type { ReactNode } from 'react';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '@masomo/auth';
import { findScreen } from '@masomo/contracts/findScreen';
import { UIProvider } from '@masomo/design-system';
import { detachedStyleCache } from '@masomo/design-system/testing';
import type { Role } from '@masomo/domain/roles';
import { RouterProvider } from '@masomo/navigation';
import { createMemoryRouter } from '@masomo/navigation/testing';
import { ConfigContext } from '../ConfigContext.ts';
import { registryStore } from '../registry/registryStore.ts';
import { dashboardScreens, productRegistry } from '../testing/productRegistry.ts';
import { testConfig } from '../testing/testConfig.ts';
import { guardScreen } from './guard.ts';
import { ScreenRoute } from './ScreenRoute.tsx';
import { isClosedWhileUnread } from './unreadRole.ts';

vi.mock('../remotes/RemoteOutlet.tsx', () => ({ RemoteOutlet: ({ name }: { name: string }) => <p>Remote {name}</p> }));
vi.mock('../layouts/DashboardLayout.tsx', () => ({ DashboardLayout: ({ children }: { children: ReactNode }) => <main>{children}</main> }));

const teacher = { id: '1', email: 'a@b.test', role: 'teacher', schoolId: 's1', aal: 'aal1' } as const;
const signIn = (user: { role: Role; isUnread?: true }) => sessionStore.set({ status: 'signed-in', user: { ...teacher, ...user } });
const waiting = () => screen.findByRole('heading', { name: 'Your account could not be loaded' });

function open(path: string) {
  const router = createMemoryRouter([{ path: '*', loader: guardScreen, element: <ScreenRoute /> }], { initialEntries: [path] });
  render(
    <ConfigContext value={testConfig}>
      <UIProvider cache={detachedStyleCache()}>
        <RouterProvider router={router} />
      </UIProvider>
    </ConfigContext>,
  );
  return router;
}

beforeEach(() => registryStore.set(productRegistry(Math.random())));
afterEach(cleanup);
// The guard loads it without waiting, possibly after the last test.
afterAll(() => import('./redirectNotices.ts').then(() => undefined));

describe('while the role cannot be read', () => {
  it.each(dashboardScreens.map(({ path }) => path))('%s is closed, but for the offline register', (path) => {
    const { route } = findScreen(productRegistry(), path)!;
    expect(isClosedWhileUnread(route, { ...teacher, isUnread: true })).toBe(path !== '/dashboard/attendance');
    expect(isClosedWhileUnread(route, { ...teacher, role: 'parent', isUnread: true })).toBe(true);
    expect(isClosedWhileUnread(route, teacher)).toBe(false);
  });

  it('a screen says so, and opens by itself once the role is known', async () => {
    signIn({ role: 'teacher', isUnread: true });
    const router = open('/dashboard/grades');
    const card = await waiting();
    expect(screen.getByRole('status').contains(card)).toBe(true);
    expect(screen.queryByText(/^Remote/)).toBeNull();
    act(() => signIn({ role: 'teacher' }));
    await screen.findByText('Remote mfe-dashboard');
    expect(router.state.location.pathname).toBe('/dashboard/grades');
  });

  it('a role that turns out to have no access is sent to the dashboard', async () => {
    signIn({ role: 'teacher', isUnread: true });
    const router = open('/dashboard/schools');
    await waiting();
    act(() => signIn({ role: 'teacher' }));
    await expect.poll(() => router.state.location.pathname).toBe('/dashboard');
  });
});
