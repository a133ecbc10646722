// @vitest-environment jsdom
import type { ReactNode } from 'react';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '@masomo/auth';
import { findScreen } from '@masomo/contracts/findScreen';
import { provideDb } from '@masomo/data';
import { UIProvider } from '@masomo/design-system';
import { detachedStyleCache } from '@masomo/design-system/testing';
import type { Role } from '@masomo/domain/roles';
import { RouterProvider } from '@masomo/navigation';
import { createMemoryRouter } from '@masomo/navigation/testing';
import { fakeDb } from '@masomo/testing';
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
const waiting = (title = 'Your account could not be loaded') => screen.findByText(title);

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
    expect(screen.getByRole('alert').contains(card)).toBe(true);
    expect(screen.getByText(/still take attendance/)).toBeDefined();
    expect(screen.queryByText(/^Remote/)).toBeNull();
    act(() => signIn({ role: 'teacher' }));
    await screen.findByText('Remote mfe-dashboard');
    expect(router.state.location.pathname).toBe('/dashboard/grades');
  });

  it('the profile says that it could not be loaded, and is there after another try', async () => {
    let status = 500;
    const identity = [{ first_name: 'Amina', role: 'parent', content_revision: 1 }];
    const { db } = fakeDb(() => (status === 200 ? { body: identity } : { status, body: { message: 'down' } }));
    provideDb(async () => db);
    signIn({ role: 'parent', isUnread: true });
    open('/dashboard/profile');
    await waiting('Failed to load profile data');
    expect(screen.queryByText(/attendance/)).toBeNull();
    const retry = screen.getByRole('button', { name: 'Try again' });
    await userEvent.click(retry);
    await expect.poll(() => retry.getAttribute('aria-busy')).toBe('false');
    status = 200;
    await userEvent.click(retry);
    expect(await screen.findByText('Remote mfe-dashboard')).toBeDefined();
  });

  it('a role that turns out to have no access is sent to the dashboard', async () => {
    signIn({ role: 'teacher', isUnread: true });
    const router = open('/dashboard/schools');
    await waiting();
    act(() => signIn({ role: 'teacher' }));
    await expect.poll(() => router.state.location.pathname).toBe('/dashboard');
  });
});
