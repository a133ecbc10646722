// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { sessionStore } from '@masomo/auth';
import { provideDb } from '@masomo/data';
import { UIProvider } from '@masomo/design-system';
import { detachedStyleCache } from '@masomo/design-system/testing';
import { defineModule } from '@masomo/domain/modules';
import { RouterProvider } from '@masomo/navigation';
import { createMemoryRouter } from '@masomo/navigation/testing';
import { fakeDb, installJsdomPolyfills, signedInAs } from '@masomo/testing';
import { ConfigContext } from '../ConfigContext.ts';
import { registryStore } from '../registry/registryStore.ts';
import { loadLifecycles } from '../remotes/loadLifecycles.ts';
import { live, productRegistry } from '../testing/productRegistry.ts';
import { remoteThat } from '../testing/remoteFixtures.ts';
import { testConfig } from '../testing/testConfig.ts';
import { guardScreen } from './guard.ts';
import { ScreenRoute } from './ScreenRoute.tsx';

vi.mock(import('../remotes/loadLifecycles.ts'), async (original) => ({ ...(await original()), loadLifecycles: vi.fn() }));
vi.mock('../registry/revalidateRegistry.ts', () => ({ revalidateRegistry: async () => undefined, refreshRegistry: vi.fn() }));
vi.mock('../addons/startFeatureSync.ts', () => ({ featuresSettled: async () => undefined, startFeatureSync: () => undefined }));

const home = '/dashboard/library';
/** A release of a module that no shell was built with; its screens are named by what comes after its home. */
function libraryRelease(version: string, screens: Record<string, string>) {
  const { manifest } = defineModule({
    feature: 'module:library',
    permissions: {},
    screens: Object.entries(screens).map(([below, label], index) => ({
      path: home + below,
      label,
      icon: 'record',
      access: 'student:read',
      menu: [{ order: 300 + index }],
    })),
    records: [],
  });
  return live(manifest, version);
}
const first = libraryRelease('0.1.0-0000000001', { '': 'Library' });
const second = libraryRelease('0.2.0-0000000002', { '': 'Books', '/loans': 'Loans' });

let revision = 0;
/** What the page learns when a release changes. */
function makeLive(library?: typeof first): void {
  const registry = productRegistry((revision += 1));
  act(() => registryStore.set({ ...registry, remotes: { ...registry.remotes, ...(library ? { 'module-library': library } : {}) } }));
}

const menu = async () => within(await screen.findByRole('navigation', { name: 'Dashboard' }));
const labels = async () =>
  (await menu())
    .getAllByRole('link')
    .filter((link) => link.getAttribute('href')?.startsWith(home))
    .map((link) => link.textContent);

function openDashboard() {
  const router = createMemoryRouter([{ path: '*', loader: guardScreen, element: <ScreenRoute /> }], { initialEntries: ['/dashboard'] });
  render(
    <ConfigContext value={testConfig}>
      <UIProvider cache={detachedStyleCache()}>
        <RouterProvider router={router} />
      </UIProvider>
    </ConfigContext>,
  );
  return router;
}

// Loading it takes longer than a page that waits for it is given here.
beforeAll(async () => {
  installJsdomPolyfills();
  await import('../layouts/DashboardLayout.tsx');
});
beforeEach(() => {
  provideDb(async () => fakeDb(() => ({ body: [], total: 0 })).db);
  sessionStore.set(signedInAs('admin', { features: { 'module:library': 'on' } }));
  vi.mocked(loadLifecycles).mockImplementation(async () => remoteThat());
});
afterEach(cleanup);
// The guard loads it without waiting, possibly after the last test.
afterAll(() => import('./redirectNotices.ts').then(() => undefined));

it('a shell shows and opens a module that is released while its page is open', async () => {
  makeLive();
  const router = openDashboard();
  expect(await labels()).toEqual([]);
  makeLive(first);
  expect(await labels()).toEqual(['Library']);
  await userEvent.click((await menu()).getByRole('link', { name: 'Library' }));
  expect(await screen.findByText(`mounted ${first.version}`)).toBeDefined();
  expect(router.state.location.pathname).toBe(home);
});

it('a rollback of a module brings back the menu and the screens of the earlier release', async () => {
  makeLive(second);
  const router = openDashboard();
  expect(await labels()).toEqual(['Books', 'Loans']);
  await userEvent.click((await menu()).getByRole('link', { name: 'Loans' }));
  expect(await screen.findByText(`mounted ${second.version}`)).toBeDefined();
  await vi.waitFor(() => expect(document.title).toBe(`Loans · ${testConfig.brand.name}`));
  makeLive(first);
  expect(await labels()).toEqual(['Library']);
  await act(() => router.navigate('/dashboard'));
  await userEvent.click((await menu()).getByRole('link', { name: 'Library' }));
  expect(await screen.findByText(`mounted ${first.version}`)).toBeDefined();
  await vi.waitFor(() => expect(document.title).toBe(`Library · ${testConfig.brand.name}`));
});
