// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { isNetworkSlow } from '@masomo/domain/slowNetwork';
import { fakeDb, renderRoute, signedInAs } from '@masomo/testing';
import { ConfigContext } from '../ConfigContext.ts';
import { registryStore } from '../registry/registryStore.ts';
import { productRegistry } from '../testing/productRegistry.ts';
import { testConfig } from '../testing/testConfig.ts';
import { DashboardLayout } from './DashboardLayout.tsx';

vi.mock('@masomo/domain/slowNetwork', () => ({ isNetworkSlow: vi.fn(() => false) }));

afterEach(cleanup);

const open = (session: ReturnType<typeof signedInAs>, path = '/dashboard') => {
  registryStore.set(productRegistry());
  return renderRoute(
    <ConfigContext value={testConfig}>
      <DashboardLayout>Marks</DashboardLayout>
    </ConfigContext>,
    { path, session, db: fakeDb(() => ({ body: [], total: 0 })).db },
  );
};

it('leads a person who has to set up a second step nowhere else', () => {
  open(signedInAs('super_admin', { hasToEnrol: true }));
  const menu = within(screen.getByRole('navigation', { name: 'Dashboard' }));
  expect(menu.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/dashboard/profile']);
  expect(screen.queryByRole('button', { name: /Search|Notifications/ })).toBeNull();
  cleanup();
  open(signedInAs('super_admin'));
  expect(within(screen.getByRole('navigation', { name: 'Dashboard' })).getAllByRole('link').length).toBeGreaterThan(2);
  expect(screen.getByRole('button', { name: /Search/ })).toBeDefined();
});

it('offers the other language in the account’s menu, and in the menu of a phone', async () => {
  open(signedInAs('parent'));
  await userEvent.click(within(screen.getByRole('banner')).getByRole('button', { name: /^Account:/ }));
  const account = within(await screen.findByRole('dialog', { name: 'Account' }));
  expect(account.getByRole('button', { name: 'Kiswahili' }).lang).toBe('sw');
  await userEvent.click(screen.getByLabelText('Open menu'));
  expect(within(await screen.findByRole('dialog', { name: 'Dashboard menu' })).getByRole('button', { name: 'Kiswahili' }).lang).toBe('sw');
});

it('says where one is, by the titles of the screens above', () => {
  open(signedInAs('super_admin'), '/dashboard/cms/pages/p1/edit');
  const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
  expect(trail.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Dashboard', '/dashboard'],
    ['CMS', '/dashboard/cms'],
    ['Pages', '/dashboard/cms/pages'],
  ]);
  cleanup();
  open(signedInAs('super_admin'), '/dashboard/cms/pages');
  const pages = within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getByText('Pages');
  expect(pages.getAttribute('aria-current')).toBe('page');
});

it('has the menu of an area in the area, with the ways out of it', () => {
  open(signedInAs('super_admin'), '/dashboard/cms');
  const menu = within(screen.getByRole('navigation', { name: 'CMS' }));
  expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual(['Dashboard', 'Pages']);
  expect(screen.getByRole('link', { name: 'Back to dashboard' }).getAttribute('href')).toBe('/dashboard');
  expect(screen.getByRole('link', { name: 'View site' }).getAttribute('href')).toBe('/');
});

it('names the school whose records a super admin has open, until they close', () => {
  const records = (minutes: number) => [{ school: 'Greenfield Academy', until: new Date(Date.now() + minutes * 60_000).toISOString() }];
  open(signedInAs('super_admin', { openedRecords: records(30) }));
  expect(screen.getByText(/Children’s records of/).textContent).toContain('Greenfield Academy are open to you until');
  cleanup();
  open(signedInAs('super_admin', { openedRecords: records(-1) }));
  expect(screen.queryByText(/Children’s records of/)).toBeNull();
});

it('asks for the figures of the menu after the data of the first screen on a slow network', async () => {
  vi.mocked(isNetworkSlow).mockReturnValue(true);
  vi.useFakeTimers();
  try {
    const requests: string[] = [];
    const { db } = fakeDb(({ path }) => {
      requests.push(path);
      return { body: [], total: 0 };
    });
    registryStore.set(productRegistry());
    renderRoute(
      <ConfigContext value={testConfig}>
        <DashboardLayout>Marks</DashboardLayout>
      </ConfigContext>,
      { path: '/dashboard', session: signedInAs('parent'), db },
    );
    await act(() => vi.advanceTimersByTimeAsync(3_900));
    expect(requests).not.toContain('rpc/waiting_counts');
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(requests).toContain('rpc/waiting_counts');
  } finally {
    vi.mocked(isNetworkSlow).mockReturnValue(false);
    vi.useRealTimers();
  }
});
