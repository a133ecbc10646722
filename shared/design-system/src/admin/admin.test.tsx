// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AdminLayout, ScreenNav, type AdminMenuEntry } from '@masomo/design-system/admin';
import { renderRoute } from '@masomo/testing';
import { activeEntry } from './activeEntry.ts';

afterEach(cleanup);
beforeEach(() => localStorage.clear());

const menu: AdminMenuEntry[] = [
  { path: '/dashboard', label: 'Dashboard', icon: 'home' },
  { path: '/dashboard/store', label: 'Store', icon: 'store' },
  { path: '/dashboard/store/orders', label: 'Orders', icon: 'order', group: 'Sales' },
];
const show = (path: string) =>
  renderRoute(
    <AdminLayout label="Staff" brand="Masomo" menu={menu}>
      <h1>Orders</h1>
    </AdminLayout>,
    { path },
  );

describe('SideMenu', () => {
  it.each([
    ['/dashboard', '/dashboard'],
    ['/dashboard/store', '/dashboard/store'],
    ['/dashboard/store/orders/17', '/dashboard/store/orders'],
    ['/dashboard/storeroom', '/dashboard'],
    ['/elsewhere', undefined],
  ])('at %s marks %s as current', (address, path) => {
    expect(activeEntry(menu, address)?.path).toBe(path);
  });

  it('marks the current screen and links to the others', async () => {
    const { address } = show('/dashboard/store/orders/17');
    const nav = screen.getByRole('navigation', { name: 'Staff' });
    expect(within(nav).getByRole('link', { current: 'page' }).textContent).toBe('Orders');
    await userEvent.click(within(nav).getByRole('link', { name: 'Store' }));
    expect(address()).toBe('/dashboard/store');
  });

  it('collapses to icons with accessible names, and stays collapsed', async () => {
    show('/dashboard');
    await userEvent.click(screen.getByRole('button', { name: 'Collapse menu' }));
    expect(screen.getByRole('link', { name: 'Store' }).getAttribute('title')).toBe('Store');
    cleanup();
    show('/dashboard');
    expect(screen.getByRole('button', { name: 'Expand menu' })).toBeTruthy();
  });

  it('opens as a dialog on small screens and closes when a link is followed', async () => {
    const { address } = show('/dashboard');
    await userEvent.click(screen.getByLabelText('Open menu'));
    const dialog = await screen.findByRole('dialog', { name: 'Staff menu' });
    await userEvent.click(within(dialog).getByRole('link', { name: 'Orders' }));
    expect(address()).toBe('/dashboard/store/orders');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the content', () => {
  it('says how high the header is, below which heads of lists stay', () => {
    renderRoute(
      <AdminLayout label="Staff" brand="Masomo" menu={menu}>
        <h1>Orders</h1>
      </AdminLayout>,
      { isStyled: true },
    );
    // The name of a token that there is not is no length, and nothing stays.
    expect(getComputedStyle(screen.getByRole('main')).getPropertyValue('--list-head-top')).toMatch(/^(var\(--|[\d.]+rem)/);
  });
});

describe('ScreenNav', () => {
  it('stays one row, which scrolls sideways to the current screen', () => {
    const widths = vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
    const lefts = vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockReturnValue(500);
    const clients = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(390);
    const links = ['Balances', 'Payments', 'Invoices', 'Fees'].map((label) => ({ to: `/${label}`, label }));
    renderRoute(<ScreenNav label="Finances" links={links} current="/Fees" />, { isStyled: true });
    const nav = screen.getByRole('navigation', { name: 'Finances' });
    const { flexWrap, overflowX } = getComputedStyle(nav);
    expect([flexWrap, overflowX]).toEqual(['nowrap', 'auto']);
    expect(within(nav).getByRole('link', { current: 'page' }).textContent).toBe('Fees');
    expect(nav.scrollLeft).toBe(500 - (390 - 100) / 2);
    for (const spy of [widths, lefts, clients]) spy.mockRestore();
  });
});

describe('what waits', () => {
  const counted: AdminMenuEntry[] = [
    { path: '/dashboard', label: 'Dashboard', icon: 'home', end: true },
    { path: '/dashboard/attendance', label: 'Attendance', icon: 'attendance', group: 'Learning', count: 3 },
    { path: '/dashboard/notifications', label: 'Notifications', icon: 'notification', group: 'Messages', count: 120 },
    { path: '/dashboard/settings', label: 'Settings', icon: 'settings', group: 'Settings' },
  ];
  const showCounted = (path: string, bar: AdminMenuEntry[] = []) =>
    renderRoute(
      <AdminLayout label="Staff" brand="Masomo" menu={counted} bar={bar}>
        <h1>Home</h1>
      </AdminLayout>,
      { path },
    );

  it('describes the link of its entry, which keeps its name', () => {
    showCounted('/dashboard');
    const nav = within(screen.getByRole('navigation', { name: 'Staff' }));
    expect(nav.getByRole('link', { name: 'Attendance', description: '3' })).toBeTruthy();
    expect(nav.getByRole('link', { name: 'Notifications', description: '99+' })).toBeTruthy();
    expect(nav.getByRole('link', { name: 'Dashboard', description: '' })).toBeTruthy();
  });

  it('is below the heading of its group; an entry of the same name needs none', () => {
    showCounted('/dashboard');
    const nav = within(screen.getByRole('navigation', { name: 'Staff' }));
    expect(nav.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual(['Learning', 'Messages']);
    expect(within(nav.getByRole('group', { name: 'Learning' })).getByRole('link', { name: 'Attendance' })).toBeTruthy();
  });

  it('is in the bar of a phone at its place, and at "More" for all that has none', async () => {
    showCounted('/dashboard/settings', counted.slice(0, 2));
    const bar = within(screen.getByRole('navigation', { name: 'Quick access' }));
    expect(bar.getAllByRole('link').map((link) => link.textContent)).toEqual(['Dashboard', 'Attendance']);
    expect(bar.getByRole('link', { name: 'Attendance', description: '3' })).toBeTruthy();
    const more = bar.getByRole('button', { name: 'More', description: '99+' });
    expect(bar.queryByRole('link', { current: 'page' })).toBeNull();
    await userEvent.click(more);
    expect(within(await screen.findByRole('dialog', { name: 'Staff menu' })).getByRole('link', { name: 'Settings' })).toBeTruthy();
  });

  it('marks the current place in the bar', () => {
    showCounted('/dashboard/attendance/7', counted.slice(0, 2));
    const bar = within(screen.getByRole('navigation', { name: 'Quick access' }));
    expect(bar.getByRole('link', { current: 'page' }).textContent).toBe('Attendance');
  });
});
